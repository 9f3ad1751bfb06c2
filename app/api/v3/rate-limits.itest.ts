import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { clock } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/env.ts";
import { withPeer } from "#lib/platform/peer/peer.ts";
import { perProcess } from "#lib/platform/per-process.ts";
import { send } from "#test/api.ts";
import { buildSession } from "#test/factories/accounts.ts";
import { buildPerson, buildToken } from "#test/factories/tenants.ts";

/** The handlers behind a socket, as serve/main.ts puts them there: the address is the connection's. */
let server: Server;
let base = "";
beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    void withPeer(incoming.socket.remoteAddress, async () => {
      const headers = new Headers();
      for (const [name, all] of Object.entries(incoming.headersDistinct))
        headers.set(name, all?.join(", ") ?? "");
      const answer = await send(
        new Request(new URL(incoming.url ?? "/", base), { method: incoming.method ?? "GET", headers }),
      );
      outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const usual = { ...env };
beforeEach(() => {
  // No minute ends in the middle of a test.
  vi.spyOn(clock, "now").mockReturnValue(new Date());
  Object.assign(env, usual, {
    API_RATE_ANONYMOUS: 3,
    API_RATE_TOKEN: 4,
    API_RATE_SESSION: 5,
    API_RATE_SEARCH: 2,
    API_RATE_EMBED: 6,
  });
  perProcess("rateWindows", () => new Map()).clear();
  return () => {
    vi.restoreAllMocks();
    Object.assign(env, usual);
  };
});

const get = (headers: Record<string, string> = {}, path = "/") => fetch(`${base}/api/v3${path}`, { headers });
/** How many requests in a row are answered before one is refused, of ten. */
async function allowed(
  headers: Record<string, string> | ((n: number) => Record<string, string>),
  path = "/",
) {
  for (let n = 0; n < 10; n += 1) {
    const answer = await get(typeof headers === "function" ? headers(n) : headers, path);
    if (answer.status === 429) return n;
  }
  return 10;
}
const from = (address: string) => ({ "x-forwarded-for": address });

test("[api O1] each kind of caller has a budget of its own", async () => {
  const person = await buildPerson();
  expect(await allowed({})).toBe(3);
  expect(await allowed({ authorization: `Token ${person.token}` })).toBe(4);
  expect(await allowed({ cookie: (await buildSession(person)).cookie })).toBe(5);
  const second = await buildToken(person);
  expect(await allowed({ authorization: `Token ${second.token}` })).toBe(0);
  expect(await allowed({ authorization: `Token ${(await buildPerson()).token}` })).toBe(4);
});

test("[api O1] who has spent it is told when to come back", async () => {
  const first = await get();
  expect(first.headers.get("ratelimit-policy")).toBe('"anonymous";q=3;w=60');
  expect(first.headers.get("ratelimit")).toMatch(/^"anonymous";r=2;t=\d+$/);
  expect(first.headers.get("retry-after")).toBe(null);
  await allowed({});
  const answer = await get();
  const seconds = Number(answer.headers.get("retry-after"));
  expect([answer.status, seconds > 0 && seconds <= 60]).toEqual([429, true]);
  const wait = seconds === 1 ? "1 second" : `${seconds} seconds`;
  expect(await answer.json()).toEqual({ detail: `Request was throttled. Expected available in ${wait}.` });
  expect(answer.headers.get("ratelimit")).toBe(`"anonymous";r=0;t=${seconds}`);
});

test("an address that is only claimed gives no new budget", async () => {
  expect(await allowed((n) => from(`192.0.2.${n}`))).toBe(3);
});

test("a trusted proxy says whose request it is", async () => {
  env.TRUSTED_PROXIES = ["127.0.0.0/8"];
  expect(await allowed((n) => from(`192.0.2.${n}`))).toBe(10);
  expect(await allowed(from("198.51.100.1"))).toBe(3);
  expect(await allowed((n) => from(`203.0.113.${n}, 198.51.100.2`))).toBe(3);
});

test("IPv6 addresses of one /64 share a budget", async () => {
  env.TRUSTED_PROXIES = ["127.0.0.0/8"];
  expect(await allowed((n) => from(`2001:db8:1:2::${n + 1}`))).toBe(3);
  expect(await allowed(from("2001:db8:1:2:ffff:ffff:ffff:ffff"))).toBe(0);
  expect(await allowed(from("2001:db8:1:3::1"))).toBe(3);
});

test("searches are counted by themselves", async () => {
  const path = "/search/?q=x";
  expect(await allowed({}, path)).toBe(2);
  expect(await allowed({})).toBe(3);
});

test("embedding is counted by itself, by address, whoever asks", async () => {
  const person = await buildPerson();
  const path = "/embed/?url=https://example.org/";
  expect(await allowed({ authorization: `Token ${person.token}` }, path)).toBe(6);
  const answer = await get({}, path);
  const seconds = Number(answer.headers.get("retry-after"));
  expect([answer.status, seconds > 0 && seconds <= 60]).toEqual([429, true]);
  expect(await answer.json()).toEqual({ detail: expect.stringMatching(/^Request was throttled\./) });
  expect(await allowed({})).toBe(3);
});

test("whether to get a certificate is the caller's budget, but proxies ask for everybody", async () => {
  const path = "/domains/ask/?domain=docs.example.org";
  expect(await allowed({}, path)).toBe(3);
  env.TRUSTED_PROXIES = ["127.0.0.0/8"];
  expect(await allowed({}, path)).toBe(10);
  expect(await allowed(from("198.51.100.3"), path)).toBe(3);
  expect(await allowed(from("127.0.0.1, 198.51.100.4"), path)).toBe(3);
});

test("what is refused before costs nothing", async () => {
  for (let n = 0; n < 5; n += 1) {
    expect((await get({}, "/projects/nope/")).status).toBe(404);
    expect((await get({}, "/projects/")).status).toBe(401);
  }
  expect(await allowed({})).toBe(3);
});
