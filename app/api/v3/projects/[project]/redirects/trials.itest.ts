import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { api } from "#test/api.ts";
import { openDocsHosts } from "#test/docs-client.ts";
import { publishSite, versionOf } from "#test/factories/sites.ts";
import {
  buildHome,
  buildPerson,
  buildProject,
  buildSubproject,
  buildVersion,
} from "#test/factories/tenants.ts";

const { ask, close } = await openDocsHosts();
const owner = await buildPerson();
const home = await buildHome(owner);
const P = "http://tried.docs.localhost:3000";
const address = "/projects/tried/redirects/test/";
const ids: number[] = [];
afterAll(close);

beforeAll(async () => {
  const project = await buildProject({ slug: "tried", privacyLevel: "public", ...home });
  const files = { "index.html": "root", "a.html": "a", "dir/index.html": "dir" };
  await publishSite(project, await versionOf(project, "latest"), files);
  await buildVersion(project, { slug: "secret", privacyLevel: "private" });
  const part = await buildProject({ slug: "part", ...home });
  await publishSite(part, await versionOf(part, "latest"), files);
  await buildSubproject(project, part, "part");
  const rows = [
    { type: "page", fromUrl: "/old", toUrl: "/a.html" },
    { type: "page", fromUrl: "/a.html", toUrl: "/b.html" },
    { type: "page", fromUrl: "/old", toUrl: "/never" },
    { type: "exact", fromUrl: "/en/1.0/*", toUrl: "/en/latest/:splat", httpStatus: 301 },
    { type: "page", fromUrl: "/dir", toUrl: "/forced", force: true },
    { type: "page", fromUrl: "/self", toUrl: "/self" },
    { type: "exact", fromUrl: "/off", toUrl: "/x", enabled: false },
  ] as const;
  for (const [position, row] of rows.entries())
    ids.push((await db.redirect.create({ data: { projectId: project.id, position, ...row } })).id);
  await db.redirect.create({
    data: { projectId: part.id, position: 0, type: "page", fromUrl: "/gone", toUrl: "/a.html" },
  });
});

const urls = [
  "/en/latest/old?x=1",
  "/en/latest/a.html",
  "/en/1.0/",
  "/en/latest/dir/",
  "/en/latest/self",
  "/nope",
  "/",
  "/projects/part/en/latest/gone",
  "http://part.docs.localhost:3000/en/latest/dir",
  "https://elsewhere.example/",
];

test("tells for each address whether its page exists, which redirect decides and where the way ends", async () => {
  const { status, body } = await api(owner).post(address, { urls });
  expect(status).toBe(200);
  const [old, , , forced, self] = [ids[0], ids[1], ids[2], ids[4], ids[5]];
  const shown = body.results.map(
    (one: {
      exists: boolean;
      redirect: number;
      hops: { status: number; to: string }[];
      end: { outcome: string };
    }) => [
      one.exists,
      one.redirect,
      one.hops.map((hop) => `${hop.status} ${hop.to.replace(P, "")}`).join(", "),
      one.end.outcome,
    ],
  );
  expect(shown).toEqual([
    [false, old, "302 /en/latest/a.html?x=1", "page"],
    [true, null, "", "page"],
    [false, ids[3], "301 /en/latest/", "page"],
    [true, forced, "302 /en/latest/forced", "missing"],
    [false, self, "", "missing"],
    [false, null, "", "missing"],
    [true, null, "302 /en/latest/", "page"],
    [false, null, "302 /projects/part/en/latest/a.html", "page"],
    [true, null, "302 /projects/part/en/latest/dir, 302 /projects/part/en/latest/dir/", "page"],
    [null, null, "", "elsewhere"],
  ]);
  expect(body.never_reached).toEqual([{ redirect: ids[2], reason: "earlier_redirect", because_of: ids[0] }]);
  expect(body.not_reached).toEqual([ids[1], ids[2]]);
});

test("says what docs hosts then do, hop for hop", async () => {
  const { body } = await api(owner).post(address, { urls });
  for (const { url, hops, end } of body.results) {
    let current = new URL(url, P);
    for (const hop of hops) {
      const reply = await ask(current.host, current.pathname + current.search);
      expect([reply.status, reply.headers["x-docs-redirect"]]).toEqual([hop.status, hop.kind]);
      current = new URL(reply.headers.location!, current);
      expect(current.href).toBe(hop.to);
    }
    expect(current.href).toBe(end.url);
    if (end.outcome === "elsewhere") continue;
    const { status } = await ask(current.host, current.pathname + current.search);
    expect([url, status]).toEqual([url, end.outcome === "page" ? 200 : 404]);
  }
});

test.each<[unknown, string]>([
  [undefined, "This field is required."],
  ["/a", 'Expected a list of items but got type "str".'],
  [[], "This list may not be empty."],
  [Array(101).fill("/a"), "Ensure this field has no more than 100 elements."],
  [["en/latest"], "Enter paths that begin with / or addresses that begin with http."],
])("%j is refused", async (given, message) => {
  const { status, body } = await api(owner).post(address, { urls: given });
  expect([status, body]).toEqual([400, { urls: [message] }]);
});

test("takes whatever an address may hold", async () => {
  const strange = [
    "//",
    "/%",
    "/%00",
    "/a\\b",
    "http://",
    "http://[",
    "/en/latest/../..",
    `/${"a/".repeat(900)}`,
  ];
  const { status, body } = await api(owner).post(address, { urls: strange });
  expect([status, body.results.length]).toEqual([200, strange.length]);
});

test("tries a redirect that is not saved as if it were, and refuses one that could not be", async () => {
  const draft = { type: "page", from_url: "nope", to_url: "/a.html" };
  const tried = await api(owner).post(address, { urls: ["/en/latest/nope"], redirect: draft });
  expect(tried.body.results[0]).toMatchObject({ redirect: 0, end: { outcome: "page" } });
  expect(tried.body.results[0].hops).toEqual([
    { to: `${P}/en/latest/a.html`, status: 302, kind: "user", redirect: 0 },
  ]);
  const replacing = { ...draft, pk: ids[1], from_url: "/old", http_status: 301, position: 0 };
  const replaced = await api(owner).post(address, { urls: ["/en/latest/old"], redirect: replacing });
  expect(replaced.body.results[0]).toMatchObject({ redirect: ids[1], end: { outcome: "page" } });
  expect(replaced.body.never_reached).toContainEqual({
    ...{ redirect: ids[0], reason: "earlier_redirect", because_of: ids[1] },
  });
  const refused = { type: "page", from_url: "/x*y", to_url: "/a" };
  expect(await api(owner).post(address, { urls: ["/"], redirect: refused })).toMatchObject({
    status: 400,
    body: ["The * wildcard must be at the end of the path."],
  });
  expect((await api(owner).post(address, { urls: ["/en/latest/nope"] })).body.results[0].redirect).toBeNull();
});
