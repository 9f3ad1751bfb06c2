import { beforeEach, describe, expect, test } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { api } from "#test/api.ts";
import { buildOwnedProject, buildPerson, buildProject, type Person } from "#test/factories/tenants.ts";

let owner: Person;
let stranger: Person;
let project: { id: number; slug: string };
let list: string;
let owns: ReturnType<typeof api>;

beforeEach(async () => {
  ({ owner, project } = await buildOwnedProject());
  stranger = await buildPerson();
  list = `/projects/${project.slug}/redirects/`;
  owns = api(owner);
});

const page = (from_url: string, more: object = {}) => ({ type: "page", from_url, to_url: "/new/", ...more });

/** Adds a redirect and gives its address. */
async function add(body: object): Promise<string> {
  const { status, body: made } = await owns.post(list, body);
  expect([status, made]).toEqual([201, expect.anything()]);
  return `${list}${made.pk}/`;
}

/** What a list shows of the order: `from_url` and `position`. */
async function order(): Promise<string> {
  const { body } = await owns.get(`${list}?limit=100`);
  return body.results
    .map(({ from_url, position }: { from_url: string; position: number }) => `${from_url}${position}`)
    .join(" ");
}

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z$/);

/** The whole answer of spec/api-v3.md 4.6, with what differs from the usual. */
const shown = (pk: number, more: object = {}) => ({
  _links: {
    _self: `http://localhost:3000/api/v3${list}${pk}/`,
    project: `http://localhost:3000/api/v3/projects/${project.slug}/`,
  },
  created: moment,
  description: "",
  enabled: true,
  force: false,
  from_url: "/docs",
  http_status: 302,
  modified: moment,
  pk,
  position: 0,
  project: project.slug,
  to_url: "/new/",
  type: "page",
  ...more,
});

describe("reading", () => {
  test("[api G1] the list and one of it, for admins only", async () => {
    const made = await owns.post(list, page("/docs/"));
    const { pk } = made.body;
    const fixture = shown(pk);
    expect((await api().get(list)).status).toBe(401);
    expect((await api().get(`${list}${pk}/`)).status).toBe(401);
    expect((await owns.get(list)).body).toEqual({ count: 1, next: null, previous: null, results: [fixture] });
    const detail = await owns.get(`${list}${pk}/`);
    expect(detail).toMatchObject({ status: 200, body: fixture });
    expect(Object.keys(detail.body)).toEqual([...Object.keys(fixture)].sort());
    expect(detail.headers.get("allow")).toBe("GET, PUT, PATCH, DELETE, HEAD, OPTIONS");
  });

  test("addresses that are not set are null when read, and empty in the answer to a write", async () => {
    const made = await owns.post(list, { type: "html_to_clean_url" });
    expect(made.body).toMatchObject({ from_url: "", to_url: "" });
    const at = `${list}${made.body.pk}/`;
    expect((await owns.get(at)).body).toMatchObject({ from_url: null, to_url: null });
    expect((await owns.get(list)).body.results).toMatchObject([{ from_url: null, to_url: null }]);
    expect((await owns.patch(at, { force: true })).body).toMatchObject({ from_url: "", to_url: "" });
  });

  test("goes page by page in the order they are tried, and shows what is asked for", async () => {
    for (const from of ["/c", "/b", "/a"]) await add(page(from));
    const { body } = await owns.get(`${list}?limit=2&fields=from_url,position`);
    expect(body).toEqual({
      count: 3,
      next: `http://localhost:3000/api/v3${list}?fields=from_url%2Cposition&limit=2&offset=2`,
      previous: null,
      results: [
        { from_url: "/a", position: 0 },
        { from_url: "/b", position: 1 },
      ],
    });
    expect((await owns.get(`${list}?offset=2`)).body.results).toMatchObject([{ from_url: "/c" }]);
  });
});

test("[api G2] nobody else makes redirects in a project", async () => {
  expect((await api().post(list, page("/a"))).status).toBe(401);
  expect((await api(stranger).post(list, page("/a"))).status).toBe(403);
  expect(await db.redirect.count({ where: { projectId: project.id } })).toBe(0);
});

describe("making one", () => {
  test("[api G3] answers with it, at the front", async () => {
    const made = await owns.post(list, page("/docs/"));
    expect(made).toMatchObject({ status: 201, body: shown(made.body.pk) });
  });

  test("with everything that can be said, in whatever way it is written", async () => {
    const settings = { description: " why ", position: "7", unknown: 1, pk: 9 };
    const flags = { http_status: "301", force: "yes", enabled: 0 };
    const made = await owns.post(list, page(5 as never, { ...settings, ...flags, type: "exact" }));
    const { pk } = made.body;
    expect(made.body).toEqual(
      shown(pk, {
        ...{ type: "exact", from_url: "/5", http_status: 301, description: "why" },
        ...{ force: true, enabled: false },
      }),
    );
    const unset = await owns.post(list, page("/b", { force: null, enabled: null, description: null }));
    expect(unset.body).toMatchObject({ force: null, enabled: null, description: null });
  });

  test("from a form", async () => {
    const form = new URLSearchParams({ type: "page", from_url: "/a/", to_url: "/b/", force: "on" });
    const made = await owns.post(list, form);
    expect(made).toMatchObject({ status: 201, body: { from_url: "/a", force: true, enabled: true } });
    const sent = new URLSearchParams({ type: "page", position: "0", description: "by form" });
    const changed = await owns.put(`${list}${made.body.pk}/`, sent);
    expect(changed).toMatchObject({ status: 200, body: { description: "by form", enabled: null } });
  });

  test.each(["prefix", "sphinx_html", "sphinx_htmldir"])(
    "[api G4] [serving H19] %s was removed",
    async (type) => {
      const { status, body } = await owns.post(list, page("/a", { type }));
      expect([status, Object.keys(body)]).toEqual([400, ["type"]]);
      expect(body.type[0]).toMatch(
        { prefix: /exact.*\*/, sphinx_html: /clean_url_to_html/ }[type] ?? /clean_url$|html_to_clean_url/,
      );
    },
  );

  test("[api G5] the two types about .html need no addresses, and lose those they are given", async () => {
    for (const type of ["clean_url_to_html", "html_to_clean_url"]) {
      const { status, body } = await owns.post(list, { type, ...(type[0] === "h" && { from_url: "/a" }) });
      expect(status).toBe(201);
      expect(body).toEqual(shown(body.pk, { type, from_url: "", to_url: "" }));
    }
  });

  const required = ["This field is required."];
  const isNull = ["This field may not be null."];
  const long = ["Ensure this field has no more than 255 characters."];
  test.each<[object, object]>([
    [{}, { type: required }],
    [{ type: null }, { type: isNull }],
    [{ type: "Page" }, { type: ['"Page" is not a valid choice.'] }],
    [{ type: "page" }, { from_url: required, to_url: required }],
    [{ type: "exact", from_url: " ", to_url: "/a" }, { from_url: ["This field may not be blank."] }],
    [page("/a", { from_url: null, to_url: null }), { from_url: isNull, to_url: isNull }],
    [
      page("/a", { from_url: [], to_url: true }),
      { from_url: ["Not a valid string."], to_url: ["Not a valid string."] },
    ],
    [page("x".repeat(256), { description: "x".repeat(256) }), { from_url: long, description: long }],
    [page("x".repeat(255)), { from_url: long }],
    [page("/a\r\nSet-Cookie: b"), { from_url: ["Line ends and control characters are not allowed."] }],
    [page("/a\0"), { from_url: ["Null characters are not allowed."] }],
    [page("/a", { http_status: 307 }), { http_status: ['"307" is not a valid choice.'] }],
    [page("/a", { http_status: null }), { http_status: isNull }],
    [page("/a", { position: -1 }), { position: ["Ensure this value is greater than or equal to 0."] }],
    [page("/a", { position: null }), { position: isNull }],
    [page("/a", { position: 1.5 }), { position: ["A valid integer is required."] }],
    [
      page("/a", { position: 2 ** 31 }),
      { position: ["Ensure this value is less than or equal to 2147483647."] },
    ],
    [
      page("/a", { force: "maybe", enabled: {} }),
      { force: ["Must be a valid boolean."], enabled: ["Must be a valid boolean."] },
    ],
  ])("%j is refused", async (body, expected) => {
    expect(await owns.post(list, body)).toMatchObject({ status: 400, body: expected });
    expect(await order()).toBe("");
  });

  const inside = "The * wildcard must be at the end of the path.";
  const splat = "The * wildcard must be at the end of from_url to use the :splat placeholder in to_url.";
  test.each([
    [page("/a/$rest"), "The $rest wildcard has been removed in favor of *."],
    [page("/*/a"), inside],
    [page("/a", { to_url: "/:splat" }), splat],
  ])("[api G9] [serving H19] %j is refused with one sentence", async (body, sentence) => {
    for (const type of ["page", "exact"])
      expect(await owns.post(list, { ...body, type })).toMatchObject({ status: 400, body: [sentence] });
    const at = await add(page("/good"));
    expect((await owns.put(at, body)).body).toEqual([sentence]);
    expect((await owns.patch(at, { from_url: body.from_url, to_url: body.to_url })).body).toEqual([sentence]);
    expect(await order()).toBe("/good0");
  });

  test.each(["clean_url_to_html", "html_to_clean_url"])(
    "[api G9] [serving H19] there is one %s at most",
    async (type) => {
      const sentence = [`Only one redirect of type \`${type}\` is allowed per project.`];
      const first = await add({ type });
      expect(await owns.post(list, { type })).toMatchObject({ status: 400, body: sentence });
      const at = await add(page("/a"));
      expect((await owns.patch(at, { type })).body).toEqual(sentence);
      expect((await owns.put(first, { type, enabled: false })).status).toBe(200);
      const elsewhere = await buildProject({ maintainer: owner });
      expect((await owns.post(`/projects/${elsewhere.slug}/redirects/`, { type })).status).toBe(201);
    },
  );

  test("[api G9] [serving H19] there are a hundred at most, which is said before anything else but the fields", async () => {
    await db.redirect.createMany({
      data: Array.from({ length: 99 }, (_, position) => ({
        projectId: project.id,
        position,
        type: "page" as const,
      })),
    });
    const both = await Promise.all([owns.post(list, page("/a")), owns.post(list, page("/b"))]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400]);
    const limit = [
      "This project has reached the limit of 100 redirects. Consider replacing some of your redirects with a wildcard redirect.",
    ];
    expect((await owns.post(list, page("/a/$rest"))).body).toEqual(limit);
    const [last] = (await owns.get(`${list}?limit=1`)).body.results;
    expect((await owns.patch(`${list}${last.pk}/`, { description: "still mine" })).status).toBe(200);
    expect((await owns.post(list, { type: "page" })).body).toEqual({
      from_url: ["This field is required."],
      to_url: ["This field is required."],
    });
    expect(await db.redirect.count({ where: { projectId: project.id } })).toBe(100);
    expect((await owns.delete(`${list}${last.pk}/`)).status).toBe(204);
    expect((await owns.post(list, page("/c"))).status).toBe(201);
  });
});

describe("one that leads nowhere but in a circle", () => {
  const circle = (...ways: string[]) => [`This would send readers round in a circle: ${ways.join(" → ")}.`];
  const way = (...pages: string[]) => circle(...pages.map((one) => `/en/latest${one}`));

  test("is refused when it is made, changed and moved; that of others is not", async () => {
    expect((await owns.post(list, page("/a", { to_url: "/a" }))).body).toEqual(way("/a", "/a"));
    await add(page("/a", { to_url: "/b" }));
    const back = page("/b", { to_url: "/a" });
    expect(await owns.post(list, back)).toMatchObject({ status: 400, body: way("/b", "/a", "/b") });
    const off = await add({ ...back, enabled: false });
    expect((await owns.patch(off, { enabled: true })).body).toEqual(way("/b", "/a", "/b"));
    expect((await owns.patch(off, { to_url: "/c", enabled: true })).status).toBe(200);
    const hidden = await add({ ...back, position: 2 });
    expect((await owns.patch(hidden, { position: 0 })).body).toEqual(way("/b", "/a", "/b"));
    expect((await owns.patch(hidden, { position: 1 })).status).toBe(200);
    expect((await owns.delete(off)).status).toBe(204);
    expect((await owns.post(list, page("/c"))).status).toBe(201);
    expect((await owns.patch(hidden, { description: "to be mended" })).status).toBe(200);
    expect((await owns.patch(hidden, { to_url: "/d" })).status).toBe(200);
  });

  test("is refused for one of two that are made at once", async () => {
    const both = [page("/a", { to_url: "/b" }), page("/b", { to_url: "/a" })];
    const answers = await Promise.all(both.map((one) => owns.post(list, one)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
  });

  test.each(["https://", "https://x.example:splat/", "https://user@x.example/", "http://[x]/"])(
    "is refused, as is one to %s, which is no host",
    async (to_url) => {
      const { status, body } = await owns.post(list, page("/a/*", { to_url }));
      expect([status, Object.keys(body)]).toEqual([400, ["to_url"]]);
    },
  );
});

describe("changing one", () => {
  test("[api G6] by PUT: what is left out stays", async () => {
    const at = await add(page("/docs", { description: "old", http_status: 301 }));
    const pk = Number(at.split("/").at(-2));
    expect((await api().put(at, page("/x"))).status).toBe(401);
    const put = { from_url: "/changed/", to_url: "/toanother/", type: "page" };
    const answer = await owns.put(at, put);
    const expected = { from_url: "/changed", to_url: "/toanother/", description: "old", http_status: 301 };
    expect(answer).toMatchObject({ status: 200, body: shown(pk, expected) });
    expect((await owns.put(at, { type: "exact" })).body).toEqual(shown(pk, { ...expected, type: "exact" }));
    expect((await owns.put(at, { from_url: "/a" })).body).toEqual({ type: ["This field is required."] });
  });

  test("[api G7] by PATCH: only what is named", async () => {
    const at = await add(page("/docs"));
    const pk = Number(at.split("/").at(-2));
    expect((await api().patch(at, { enabled: false })).status).toBe(401);
    expect((await api(stranger).patch(at, { enabled: false })).status).toBe(403);
    const answer = await owns.patch(at, { enabled: false });
    expect(answer).toMatchObject({ status: 200, body: shown(pk, { enabled: false }) });
    expect((await owns.get(at)).body).toEqual(answer.body);
  });

  test("into a type that needs addresses needs them", async () => {
    const at = await add({ type: "clean_url_to_html" });
    const required = { from_url: ["This field is required."], to_url: ["This field is required."] };
    expect((await owns.patch(at, { type: "exact" })).body).toEqual(required);
    expect((await owns.put(at, { type: "exact", from_url: "", to_url: "/a" })).body).toEqual({
      from_url: ["This field may not be blank."],
    });
    expect((await owns.put(at, page("/a"))).body).toMatchObject({ type: "page", from_url: "/a" });
    expect((await owns.patch(at, { type: "html_to_clean_url" })).body).toMatchObject({ from_url: "" });
  });
});

describe("the order", () => {
  test("[api G8] [serving H19] of the contract's example", async () => {
    const a = await add(page("/a"));
    expect(await order()).toBe("/a0");
    const b = await add(page("/b"));
    expect(await order()).toBe("/b0 /a1");
    await add(page("/c", { position: 2 }));
    expect(await order()).toBe("/b0 /a1 /c2");
    expect((await owns.put(a, page("/a", { position: 2 }))).body).toMatchObject({ position: 2 });
    expect(await order()).toBe("/b0 /c1 /a2");
    await owns.delete(b);
    expect(await order()).toBe("/c0 /a1");
  });

  test("[serving H19] beyond the end is the end, and nothing is above 0", async () => {
    const a = await add(page("/a", { position: 2147483647 }));
    await add(page("/b", { position: 99 }));
    await owns.patch(a, { position: 99 });
    expect(await order()).toBe("/b0 /a1");
    await owns.patch(a, { position: 0 });
    expect(await order()).toBe("/a0 /b1");
  });

  test("of others changes their version, and nothing they are said to be changed by", async () => {
    const a = await add(page("/a"));
    const b = await add(page("/b", { position: 1 }));
    const c = await add(page("/c", { position: 2 }));
    const seen = async (path: string) => {
      const row = await db.redirect.findUniqueOrThrow({ where: { id: Number(path.split("/").at(-2)) } });
      return { position: row.position, modified: row.modified, version: row.rowVersion };
    };
    const before = { b: await seen(b), c: await seen(c) };
    await owns.patch(a, { position: 1 });
    expect(await seen(b)).toEqual({ ...before.b, position: 0, version: 1 });
    expect(await seen(c)).toEqual(before.c);
    await owns.delete(b);
    expect(await seen(c)).toEqual({ ...before.c, position: 1, version: 1 });
  });

  test("has no gap and no place twice, whoever does what at the same time", async () => {
    const made = await Promise.all(["/a", "/b", "/c", "/d", "/e", "/f"].map((from) => add(page(from))));
    const [first, second, third, fourth, fifth] = made;
    const answers = await Promise.all([
      owns.patch(first!, { position: 5 }),
      owns.patch(second!, { position: 0 }),
      owns.put(third!, page("/c", { position: 3 })),
      owns.delete(fourth!),
      owns.delete(fourth!),
      owns.delete(fifth!),
      owns.post(list, page("/g", { position: 2 })),
      owns.post(list, page("/h", { position: 9 })),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    const { body } = await owns.get(list);
    expect(body.results.map(({ position }: { position: number }) => position)).toEqual([0, 1, 2, 3, 4, 5]);
    const rest = body.results.map(({ from_url }: { from_url: string }) => from_url).sort();
    expect(rest).toEqual(["/a", "/b", "/c", "/f", "/g", "/h"]);
  });
});

test("[api G10] removing one", async () => {
  const at = await add(page("/a"));
  expect((await api().delete(at)).status).toBe(401);
  expect(await owns.delete(at)).toMatchObject({ status: 204, text: "" });
  expect((await owns.get(at)).status).toBe(404);
  expect((await owns.delete(at)).status).toBe(404);
});

test("every change is told to the docs hosts and written down", async () => {
  const revision = async () =>
    (await db.project.findUniqueOrThrow({ where: { id: project.id } })).siteRevision;
  const revisions = [await revision()];
  const at = await add(page("/a"));
  revisions.push(await revision());
  await owns.patch(at, { from_url: "/b", enabled: false });
  revisions.push(await revision());
  await owns.delete(at);
  revisions.push(await revision());
  expect(new Set(revisions).size).toBe(4);
  expect(revisions).toEqual([...revisions].sort((one, other) => Number(one - other)));
  const events = await db.auditEvent.findMany({ where: { projectId: project.id }, orderBy: { id: "asc" } });
  expect(events.map(({ action, subjectLabel }) => [action, subjectLabel])).toEqual([
    ["redirect.create", "page /a"],
    ["redirect.update", "page /b"],
    ["redirect.delete", "page /b"],
  ]);
  expect(events[1]!.changes).toEqual({
    fromUrl: { from: "/a", to: "/b" },
    enabled: { from: true, to: false },
  });
});
