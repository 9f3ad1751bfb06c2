import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { askThroughProxy, type DocsReply, openDocsHosts } from "#test/docs-client.ts";
import { logInOn } from "#test/docs-member.ts";
import { publishSite, versionOf } from "#test/factories/sites.ts";
import { buildOrganization, buildPerson, buildProject, buildVersion } from "#test/factories/tenants.ts";

const { ask, close } = await openDocsHosts();
afterAll(close);

const P = "docs.localhost:3000";
const E = "previews.localhost:3000";
const owner = await buildPerson();
const organization = await buildOrganization(owner);
const pull = { slug: "7", type: "external", pullNumber: 7, pullState: "open" } as const;
const own = {
  "index.html": "start",
  "robots.txt": "own robots",
  "sitemap.xml": "<own-sitemap/>",
  "llms.txt": "own llms",
  "llms-full.txt": "own full llms",
  "favicon.ico": "own icon",
};

async function site(
  slug: string,
  files: Record<string, string>,
  columns: Parameters<typeof buildProject>[0] = {},
) {
  const project = await buildProject({ slug, organization, ...columns });
  await publishSite(project, await versionOf(project, "latest"), files);
  return project;
}

beforeAll(async () => {
  const plain = await site("plain", { "index.html": "start" });
  await buildVersion(plain, { slug: "v1", hidden: true });
  await buildVersion(plain, { slug: "v2" });
  await buildVersion(plain, { slug: "secret", hidden: true, privacyLevel: "private" });
  await publishSite(plain, await buildVersion(plain, pull), {
    "index.html": "preview",
    "llms.txt": "llms of 7",
  });
  const custom = await site("custom", own);
  await publishSite(custom, await buildVersion(custom, pull), { "index.html": "preview" });
  await site("closed", own, { privacyLevel: "private" });
  await site("delisted", own, { robotsNoindex: true });
  await site("one", own, { versioningScheme: "single_version_without_translations" });
  await buildProject({ slug: "unbuilt", organization });
  const asleep = await site("asleep", own);
  await db.version.updateMany({ where: { projectId: asleep.id }, data: { active: false } });
  const child = await site("child", { "index.html": "start", "robots.txt": "robots of child" });
  await db.subprojectRelation.create({ data: { parentId: plain.id, childId: child.id, alias: "child" } });
});

const brief = ({ status, text }: DocsReply) => `${status} ${status === 404 ? "" : text}`.trim();
const generated = [
  "User-agent: *",
  "",
  "Disallow: /en/v1/",
  "",
  `Sitemap: http://plain.${P}/sitemap.xml`,
  "",
];
const open = "User-agent: *\nDisallow:\n";

describe("robots.txt", () => {
  test.each([
    [
      "[serving K1] is generated, with public hidden versions",
      `plain.${P}`,
      `200 ${generated.join("\n")}`.trim(),
    ],
    ["[serving K3] is the project's own", `custom.${P}`, "200 own robots"],
    ["[serving K3] of a single version too", `one.${P}`, "200 own robots"],
    ["[serving K3] of a private version is not there, even an own one", `closed.${P}`, "404"],
    ["of a version that is not built is not there", `unbuilt.${P}`, "404"],
    ["of an inactive version is not there", `asleep.${P}`, "404"],
    ["[serving K4] lets crawlers see that they are not wanted", `delisted.${P}`, `200 ${open}`.trim()],
    ["lets crawlers see that previews are not for them", `custom--7.${E}`, `200 ${open}`.trim()],
    ["of a subproject is served on its own host", `child.${P}`, "200 robots of child"],
  ])("%s, and so by proxy.ts", async (_, host, expected) => {
    expect(brief(await ask(host, "/robots.txt"))).toBe(expected);
    expect(brief(await askThroughProxy(host, "/robots.txt"))).toBe(expected);
  });

  test("[serving K3] [serving K5] of a private version is not there for its readers either, while llms.txt is, for them alone", async () => {
    const host = `closed.${P}`;
    const headers = { cookie: await logInOn(ask, host, owner) };
    expect((await ask(host, "/robots.txt", { headers })).status).toBe(404);

    const llms = await ask(host, "/llms.txt", { headers });
    expect([llms.status, llms.text]).toEqual([200, "own llms"]);
    expect(llms.headers).toMatchObject({
      "cdn-cache-control": "private",
      "cache-control": "private, no-cache",
    });
  });
});

describe("sitemap.xml", () => {
  test.each([
    ["[serving K6] is the project's own", `custom.${P}`, "200 <own-sitemap/>"],
    ["[serving K6] of a project with nothing public is not there", `closed.${P}`, "404"],
    ["of a preview is not there", `custom--7.${E}`, "404"],
  ])("%s", async (_, host, expected) => {
    expect(brief(await ask(host, "/sitemap.xml"))).toBe(expected);
  });

  test("[serving K6] is generated from public versions that are not hidden", async () => {
    const reply = await ask(`plain.${P}`, "/sitemap.xml");
    expect([reply.status, reply.headers["content-type"]]).toEqual([200, "application/xml"]);
    expect([...reply.text.matchAll(/<loc>(.*?)</g)].map(([, address]) => address)).toEqual([
      `http://plain.${P}/en/latest/`,
      `http://plain.${P}/en/v2/`,
    ]);
  });
});

describe("llms.txt and llms-full.txt", () => {
  test.each([
    ["[serving K5] is served", `custom.${P}`, "/llms.txt", "200 own llms"],
    ["[serving K5] is served", `custom.${P}`, "/llms-full.txt", "200 own full llms"],
    ["[serving K5] is not there where the build has none", `plain.${P}`, "/llms.txt", "404"],
    ["[serving K5] is not there where nothing is built", `unbuilt.${P}`, "/llms.txt", "404"],
    ["[serving K5] is not there where the version is inactive", `asleep.${P}`, "/llms-full.txt", "404"],
    ["[serving K5] is refused to strangers where it is private", `closed.${P}`, "/llms.txt", "401"],
    ["[serving K5] is refused to strangers where it is private", `closed.${P}`, "/llms-full.txt", "401"],
    ["of a preview is the preview's", `plain--7.${E}`, "/llms.txt", "200 llms of 7"],
    ["of a preview is never another version's", `custom--7.${E}`, "/llms.txt", "404"],
  ])("%s: %s%s, and so by proxy.ts", async (_, host, path, expected) => {
    expect(brief(await ask(host, path))).toBe(expected);
    expect(brief(await askThroughProxy(host, path))).toBe(expected);
  });
});

describe("favicon.ico", () => {
  test.each([
    ["is the project's own", `custom.${P}`, "own icon"],
    ["is the platform's where the project has none", `plain.${P}`, null],
    ["is the platform's where the project's own is private", `closed.${P}`, null],
  ])("%s", async (_, host, text) => {
    const reply = await ask(host, "/favicon.ico");
    expect(reply.status).toBe(200);
    if (text !== null) expect(reply.text).toBe(text);
    // An icon directory with one picture.
    else expect(reply.body.subarray(0, 6)).toEqual(Buffer.from([0, 0, 1, 0, 1, 0]));
  });
});

describe("[serving K7] /_/static/", () => {
  test("serves the platform's files, with an ETag", async () => {
    const reply = await ask(`closed.${P}`, "/_/static/favicon.ico");
    expect([reply.status, reply.headers["content-type"], reply.body.length]).toEqual([
      200,
      "image/x-icon",
      338,
    ]);
    const headers = { "if-none-match": reply.headers.etag! };
    const again = await ask(`closed.${P}`, "/_/static/favicon.ico", { headers });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  test.each([
    ["/_/static/", 404],
    ["/_/static/nothing.js", 404],
    ["/_/static/_/static/favicon.ico", 404],
    ["/_/static/favicon.ico/", 404],
    ["/_/static/constructor", 404],
    ["/_/static/%66avicon.ico", 200],
    ["/_/static/x/../favicon.ico", 400],
    ["/_/static/..%2f..%2fpackage.json", 400],
    ["/_/static/..\\package.json", 400],
  ])("%s → %i", async (target, status) => {
    expect((await ask(`plain.${P}`, target)).status).toBe(status);
  });
});

describe("headers of root files", () => {
  test.each([
    ["[serving I4] own robots", "custom", "/robots.txt", "public", "custom,custom:robots.txt"],
    ["[serving I4] generated robots", "plain", "/robots.txt", "public", "plain,plain:robots.txt"],
    ["[serving I4] own sitemap", "custom", "/sitemap.xml", "public", "custom,custom:sitemap.xml"],
    ["[serving I4] generated sitemap", "plain", "/sitemap.xml", "public", "plain,plain:sitemap.xml"],
    ["llms", "custom", "/llms.txt", "public", "custom,custom:llms.txt"],
    ["icon", "plain", "/favicon.ico", "public", "plain,plain:favicon.ico"],
    [
      "[serving I4] static",
      "closed",
      "/_/static/favicon.ico",
      "public, max-age=86400",
      "closed,closed:docs-staticfiles,docs-staticfiles",
    ],
  ])("%s", async (_, slug, path, shared, tags) => {
    const { headers } = await ask(`${slug}.${P}`, path);
    expect(headers).toMatchObject({
      "cdn-cache-control": shared,
      "cache-tag": tags,
      "x-docs-project": slug,
      "x-content-type-options": "nosniff",
    });
    expect(headers).not.toHaveProperty("access-control-allow-origin");
    expect(headers).not.toHaveProperty("x-docs-version");
  });

  test("what comes from a build says which", async () => {
    const build = await db.version.findFirstOrThrow({
      where: { slug: "latest", project: { slug: "custom" } },
      select: { publishedBuildId: true },
    });
    const { headers } = await ask(`custom.${P}`, "/robots.txt");
    expect(headers["x-docs-build"]).toBe(String(build.publishedBuildId));
    expect((await ask(`plain.${P}`, "/robots.txt")).headers).not.toHaveProperty("x-docs-build");
  });

  test("a root file is compared, cut and refused like any file", async () => {
    const { headers } = await ask(`custom.${P}`, "/robots.txt");
    const same = { "if-none-match": headers.etag! };
    expect((await ask(`custom.${P}`, "/robots.txt", { headers: same })).status).toBe(304);
    const part = await ask(`custom.${P}`, "/robots.txt", { headers: { range: "bytes=0-2" } });
    expect([part.status, part.text]).toEqual([206, "own"]);
    expect((await ask(`custom.${P}`, "/robots.txt", { method: "POST" })).status).toBe(405);
    expect((await ask(`custom.${P}`, "/Robots.txt")).status).toBe(404);
  });
});
