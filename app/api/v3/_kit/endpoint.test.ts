import { beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { endpoint, type Handler, Reply } from "#app/api/v3/_kit/endpoint.ts";
import { anyone, type Gate, nobody } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import type { Actor } from "#lib/access/schema.ts";
import { env } from "#lib/platform/env.ts";
import { conflict, forbidden, invalid, notFound, Problem, unauthenticated } from "#lib/platform/errors.ts";
import { perProcess } from "#lib/platform/per-process.ts";
import { text } from "#lib/platform/wire/coerce.ts";
import { filterChoice } from "#lib/platform/wire/filters.ts";
import { pageOf } from "#lib/platform/wire/page.ts";
import { stopClock } from "#test/clock.ts";

const { actor } = vi.hoisted(() => ({ actor: { current: null as Actor | null } }));
vi.mock("#lib/auth/actor.ts", () => ({
  currentActor: async () => ({
    actor: actor.current ?? { kind: "visitor", address: "192.0.2.1", client: "" },
    viaCookie: actor.current?.kind !== "token",
  }),
}));

const person = { userId: 1, username: "ada", superuser: false, address: "192.0.2.1", client: "" };
const token = (scope: "read" | "write"): Actor => ({
  kind: "token",
  ...person,
  tokenId: 1,
  scope,
  projectIds: null,
});
const session: Actor = { kind: "user", ...person, sessionId: "s", authenticatedAt: new Date() };

const refusing = (error: Problem): Gate<object> => ({
  name: "refusing",
  open: () => {
    throw error;
  },
});

const thing = z.object({ name: z.string(), size: z.int() });
const echo = (gate: Gate<object> = anyone) =>
  endpoint({
    summary: "Echo",
    gate,
    query: z.object({ kind: filterChoice(["a", "b"]) }),
    body: z.object({ name: text({ max: 5 }) }),
    response: thing,
    status: 201,
    run: async ({ body, query }) => ({
      size: 1,
      name: `${body.name}${query.kind ?? ""}`,
      extra: "not shown",
    }),
  });

type Routes = ReturnType<typeof methods>;
async function ask(
  routes: Routes,
  method: keyof Routes,
  init: { path?: string; body?: unknown; headers?: Record<string, string> } = {},
) {
  const request = new Request(`http://api.test/api/v3/x/${init.path ?? ""}`, {
    method,
    headers: {
      host: "api.test",
      ...(init.body === undefined ? {} : { "content-type": "application/json" }),
      ...init.headers,
    },
    ...(init.body === undefined
      ? {}
      : { body: typeof init.body === "string" ? init.body : JSON.stringify(init.body) }),
  });
  const response = await routes[method](request, { params: Promise.resolve({}) });
  const written = await response.text();
  return {
    response,
    status: response.status,
    text: written,
    body: written === "" ? null : JSON.parse(written),
  };
}
const post = (handler: Handler, init?: Parameters<typeof ask>[2]) =>
  ask(methods({ POST: handler }), "POST", init);

beforeEach(() => {
  actor.current = token("write");
  perProcess("rateWindows", () => new Map()).clear();
});

describe("an answer", () => {
  test("has the declared status, sorted keys, only declared fields and the usual headers", async () => {
    const { response, status, text: written } = await post(echo(), { body: { name: "x" }, path: "?kind=a" });
    expect([status, written]).toEqual([201, '{"name":"xa","size":1}']);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/json",
      allow: "POST, OPTIONS",
      vary: "Accept, Accept-Language",
      "content-language": "en",
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
      "ratelimit-policy": '"token";q=600;w=60',
      ratelimit: expect.stringMatching(/^"token";r=599;t=\d+$/),
    });
  });

  test("varies with the cookie where the cookie was looked at", async () => {
    actor.current = null;
    const { response } = await post(echo(), { body: { name: "x" } });
    expect(response.headers.get("vary")).toBe("Accept, Accept-Language, Cookie");
  });

  test("is reduced to the fields asked for", async () => {
    expect((await post(echo(), { body: { name: "x" }, path: "?fields=size" })).body).toEqual({ size: 1 });
  });

  test("without a body is 204", async () => {
    const quiet = endpoint({ summary: "Quiet", gate: anyone, response: null, run: async () => undefined });
    expect(await post(quiet)).toMatchObject({ status: 204, text: "" });
  });

  test("of another status", async () => {
    const run = async () => new Reply(400, { triggered: false });
    const other = endpoint({ summary: "Other", gate: anyone, response: thing, run });
    expect(await post(other)).toMatchObject({ status: 400, body: { triggered: false } });
  });

  test("that breaks its schema is a failure of ours, told by request id only", async () => {
    const broken = endpoint({
      summary: "Broken",
      gate: anyone,
      response: thing,
      run: async () => ({ name: "secret detail", size: 0.5 }),
    });
    const { response, status, body, text: written } = await post(broken);
    expect(status).toBe(500);
    expect(body).toEqual({
      detail: "Something went wrong on our side.",
      request_id: response.headers.get("x-request-id"),
    });
    expect(written).not.toContain("secret");
  });

  test("of a list has its envelope, and fields apply to its items", async () => {
    const list = endpoint({
      summary: "List",
      gate: anyone,
      response: pageOf(thing),
      run: ({ list: envelope, page }) =>
        envelope({ count: 3, rows: ["a", "b"].slice(0, page.limit) }, (name) => ({ name, size: 1 })),
    });
    const { body } = await ask(methods({ GET: list }), "GET", { path: "?limit=2&fields=name" });
    expect(body).toEqual({
      count: 3,
      next: "http://api.test/api/v3/x/?fields=name&limit=2&offset=2",
      previous: null,
      results: [{ name: "a" }, { name: "b" }],
    });
  });
});

describe("refusals", () => {
  test.each([
    [unauthenticated(), 401, { detail: "Authentication credentials were not provided." }],
    [forbidden(), 403, { detail: "You do not have permission to perform this action." }],
    [notFound("Project"), 404, { detail: "No Project matches the given query." }],
    [notFound(), 404, { detail: "Not found." }],
    [conflict("Busy."), 409, { detail: "Busy." }],
    [invalid(["late"]), 400, ["late"]],
    [invalid({ a: { b: ["m"] } }), 400, { a: { b: ["m"] } }],
    [new Problem("gone", "Over."), 410, { detail: "Over." }],
    [new Problem("unavailable", "Later.", { retryAfterSeconds: 3 }), 503, { detail: "Later." }],
  ])("%s", async (error, status, body) => {
    const answer = await post(echo(refusing(error)), { body: { name: "x" } });
    expect([answer.status, answer.body]).toEqual([status, body]);
    expect(answer.response.headers.get("www-authenticate")).toBe(status === 401 ? "Token" : null);
    expect(answer.response.headers.get("retry-after")).toBe(status === 503 ? "3" : null);
  });

  test("input is reported by field, all findings together", async () => {
    const strict = endpoint({
      summary: "Strict",
      gate: anyone,
      body: z.object({ name: text({ max: 2 }), repository: z.object({ url: text() }), other: text() }),
      response: null,
      run: async () => undefined,
    });
    const required = ["This field is required."];
    expect((await post(strict, { body: { name: "abc", repository: "x" } })).body).toEqual({
      name: ["Ensure this field has no more than 2 characters."],
      repository: { non_field_errors: ["Invalid data. Expected a dictionary, but got str."] },
      other: required,
    });
    expect((await post(strict, { body: { repository: {} } })).body).toEqual({
      name: required,
      repository: { url: required },
      other: required,
    });
    expect((await post(strict, { body: { name: "a", repository: null, other: null } })).body).toEqual({
      repository: ["This field may not be null."],
      other: ["This field may not be null."],
    });
    expect((await post(strict)).body).toEqual({ name: required, repository: required, other: required });
  });

  test("a bad filter value is reported under its parameter", async () => {
    const { status, body } = await post(echo(), { path: "?kind=c", body: { name: "x" } });
    expect(status).toBe(400);
    expect(body).toEqual({ kind: ["Select a valid choice. c is not one of the available choices."] });
  });
});

describe("order of the checks", () => {
  const everything = { path: "?kind=bad", body: "{", headers: { accept: "application/xml" } };
  test("Accept, then the gate, then the query, then the body", async () => {
    const closed = echo(refusing(forbidden()));
    expect((await post(closed, everything)).status).toBe(406);
    expect((await post(closed, { ...everything, headers: {} })).status).toBe(403);
    expect((await post(echo(), { ...everything, headers: {} })).body).toHaveProperty("kind");
    expect((await post(echo(), { body: "{" })).body.detail).toMatch(/^JSON parse error/);
  });

  test("what the gate refuses costs nothing, what it lets through is counted before it is read", async () => {
    actor.current = null;
    stopClock();
    const limit = env.API_RATE_ANONYMOUS;
    for (let n = 0; n < limit + 5; n += 1) await post(echo(refusing(notFound())));
    for (let n = 0; n < limit; n += 1) expect((await post(echo(), { body: "{" })).status).toBe(400);
    const { status, response, body } = await post(echo(), { body: { name: "x" } });
    expect(status).toBe(429);
    const wait = response.headers.get("retry-after");
    expect(Number(wait)).toBeGreaterThan(0);
    expect(body.detail).toMatch(/^Request was throttled\. Expected available in \d+ seconds?\.$/);
    expect(response.headers.get("ratelimit")).toBe(`"anonymous";r=0;t=${wait}`);
    expect((await ask(methods({ POST: echo() }), "PUT")).status).toBe(429);
  });
});

describe("who may write", () => {
  test("a token for reading only may not", async () => {
    actor.current = token("read");
    const { status, body } = await post(echo(), { body: { name: "x" } });
    expect([status, body.detail]).toEqual([403, "This token may only read."]);
  });

  test.each([
    [{}, 403],
    [{ "sec-fetch-site": "same-origin" }, 201],
    [{ "sec-fetch-site": "same-site" }, 403],
    [{ "sec-fetch-site": "cross-site" }, 403],
    [{ "sec-fetch-site": "none" }, 403],
    [{ origin: "http://api.test" }, 201],
    [{ origin: new URL(env.DASHBOARD_URL).origin }, 201],
    [{ origin: "http://evil.test" }, 403],
    [{ origin: "null" }, 403],
    [{ "sec-fetch-site": "same-origin", origin: "http://evil.test" }, 403],
  ])("a session with %j is %i", async (headers, status) => {
    actor.current = session;
    const answer = await post(echo(), { body: { name: "x" }, headers: headers as Record<string, string> });
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.body.detail).toMatch(/^CSRF Failed: /);
  });

  test("reading with a session needs no origin", async () => {
    actor.current = session;
    const show = endpoint({ summary: "Show", gate: anyone, response: null, run: async () => undefined });
    expect((await ask(methods({ GET: show }), "GET")).status).toBe(204);
  });
});

describe("entity tags", () => {
  const tagged = (method: "GET" | "PATCH" | "DELETE") =>
    methods({
      [method]: endpoint({
        summary: "Tagged",
        gate: anyone,
        tag: () => ({ id: 7, rowVersion: 3 }),
        response: thing,
        run: async ({ unchanged }) => ({ name: unchanged ? "unchanged" : "anything", size: 1 }),
      }),
    });
  const tag = async (path = "") =>
    (await ask(tagged("GET"), "GET", { path })).response.headers.get("etag") ?? "";

  test("are sent with what is read: the row first, then what was sent", async () => {
    expect(await tag()).toMatch(/^"7-3\.[\w-]{12}"$/);
    expect(await tag("?fields=name")).not.toBe(await tag());
    expect((await ask(tagged("PATCH"), "PATCH")).response.headers.get("etag")).toBe(null);
  });
  test.each([
    ['"7-3"', 200],
    ['"7-3.AAAAAAAAAAAA"', 200],
    ['"7-2", "7-3"', 200],
    ["*", 200],
    [" * ", 200],
    ['"7-2"', 412],
    ['"7-33"', 412],
    ['W/"7-3"', 412],
    ["7-3", 412],
    ["", 412],
  ])("If-Match: %s is %i", async (expected, status) => {
    const headers = { "if-match": expected };
    for (const method of ["GET", "PATCH", "DELETE"] as const) {
      const answer = await ask(tagged(method), method, { headers });
      expect(answer.status).toBe(status);
      if (status === 200) expect(answer.body.name).toBe("unchanged");
      else expect(answer.body).toEqual({ detail: "It was changed in the meantime. Load it again." });
    }
  });
  test("a conditional write of something that has none is not done", async () => {
    const headers = { "if-match": '"1-0"' };
    const { status, body } = await post(echo(), { body: { name: "x" }, headers });
    expect([status, body.detail]).toEqual([412, "This resource has no entity tag; leave If-Match out."]);
    expect((await post(echo(), { body: { name: "x" }, headers: { "if-match": "*" } })).status).toBe(201);
  });

  test.each([
    ["the same tag", (known: string) => known, 304],
    ["the same tag, weak", (known: string) => `W/${known}`, 304],
    ["the same tag among others", (known: string) => `"a", ${known}`, 304],
    ["anything", () => "*", 304],
    ["another body of the same row", () => '"7-3.AAAAAAAAAAAA"', 200],
    ["the row alone", () => '"7-3"', 200],
  ])("If-None-Match: %s", async (_, header, status) => {
    const headers = { "if-none-match": header(await tag()) };
    const answer = await ask(tagged("GET"), "GET", { headers });
    expect([answer.status, answer.text === ""]).toEqual([status, status === 304]);
    expect(answer.response.headers.get("etag")).toBe(await tag());
    expect((await ask(tagged("PATCH"), "PATCH", { headers })).status).toBe(200);
  });
});

describe("methods", () => {
  const show = endpoint({
    summary: "Show",
    gate: anyone,
    response: thing,
    run: async () => ({ name: "n", size: 1 }),
  });
  const closed = refusing(forbidden());

  test("HEAD is GET without its body", async () => {
    const { status, text: written, response } = await ask(methods({ GET: show }), "HEAD");
    expect([status, written, response.headers.get("content-type")]).toEqual([200, "", "application/json"]);
  });

  test("OPTIONS describes the route, and what may be sent to those who may", async () => {
    const described = {
      name: "Show",
      description: "GET: Show\nPOST: Echo",
      renders: ["application/json"],
      parses: ["application/json", "application/x-www-form-urlencoded", "multipart/form-data"],
    };
    const name = { label: "Name", type: "string", required: true, read_only: false, max_length: 5 };
    const { status, body, response } = await ask(methods({ GET: show, POST: echo() }), "OPTIONS");
    expect([status, body]).toEqual([200, { ...described, actions: { POST: { name } } }]);
    expect(response.headers.get("allow")).toBe("GET, POST, HEAD, OPTIONS");
    expect((await ask(methods({ GET: show, POST: echo(closed) }), "OPTIONS")).body).toEqual(described);
    actor.current = token("read");
    expect((await ask(methods({ GET: show, POST: echo() }), "OPTIONS")).body).toEqual(described);
  });

  test.each([
    ["a write the route lacks, to those who may use it", methods({ GET: show }), "POST", 405],
    ["a read the route lacks, to everybody", methods({ POST: echo(closed) }), "GET", 405],
    [
      "a write the route lacks, behind the gate of the one it has",
      methods({ GET: show, POST: echo(closed) }),
      "PUT",
      403,
    ],
    ["a write the contract lets nobody use", methods({ GET: show }, { otherwise: nobody }), "DELETE", 403],
  ] as const)("%s", async (_, routes, method, status) => {
    const answer = await ask(routes, method);
    expect(answer.status).toBe(status);
    if (status === 405) expect(answer.body.detail).toBe(`Method "${method}" not allowed.`);
  });
});
