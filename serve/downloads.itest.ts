import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { openDocsHosts } from "#test/docs-client.ts";
import { logInOn } from "#test/docs-member.ts";
import { addDomain, addDownload, publishSite, versionOf } from "#test/factories/sites.ts";
import {
  buildOrganization,
  buildPerson,
  buildProject,
  buildTeam,
  buildVersion,
} from "#test/factories/tenants.ts";

const { ask, close } = await openDocsHosts();
afterAll(close);

const P = "docs.localhost:3000";
const E = "previews.localhost:3000";
const host = `handbook.${P}`;
const owner = await buildPerson();
const reader = await buildPerson();
const organization = await buildOrganization(owner);
const pull = { slug: "7", type: "external", pullNumber: 7, pullState: "open" } as const;

type Made = { id: number; slug: string };

async function publish(project: Made, version: Made, formats: readonly ("pdf" | "epub" | "htmlzip")[]) {
  const build = await publishSite(project, version, { "index.html": "<p>x" });
  for (const format of formats) {
    const extension = format === "htmlzip" ? "zip" : format;
    const content = `${format} of ${project.slug} ${version.slug}`;
    await addDownload(project, build, { name: `${project.slug}.${extension}`, content, format });
  }
}

async function book(slug: string, columns: Parameters<typeof buildProject>[0] = {}) {
  const project = await buildProject({ slug, organization, ...columns });
  await publish(project, await versionOf(project, "latest"), ["pdf"]);
  return project;
}

async function attach(parent: Made, child: Made, alias: string) {
  await db.subprojectRelation.create({ data: { parentId: parent.id, childId: child.id, alias } });
}

beforeAll(async () => {
  const handbook = await buildProject({ slug: "handbook", organization });
  await publish(handbook, await versionOf(handbook, "latest"), ["pdf", "epub", "htmlzip"]);
  await publish(handbook, await buildVersion(handbook, { slug: "v2.0" }), ["pdf"]);
  const asleep = await buildVersion(handbook, { slug: "asleep" });
  await publish(handbook, asleep, ["pdf"]);
  await db.version.update({ where: { id: asleep.id }, data: { active: false } });
  await publish(handbook, await buildVersion(handbook, pull), ["pdf"]);
  await addDomain(handbook, "docs.handbook.example");
  await book("handbook-br", { language: "pt-br", translationOfId: handbook.id });
  const plugin = await book("plugin");
  await attach(handbook, plugin, "plugin");
  await book("plugin-es", { language: "es", translationOfId: plugin.id });
  await attach(handbook, await book("deep"), "deep/part");
  await publish(plugin, await buildVersion(plugin, { ...pull, slug: "9", pullNumber: 9 }), ["pdf"]);
  await book("flat", { versioningScheme: "single_version_without_translations" });
  await book("secret", { privacyLevel: "private" });
  const vault = await book("vault", { privacyLevel: "private" });
  await attach(handbook, vault, "vault");
  await buildTeam(organization, { members: [reader], projects: [vault] });
});

describe("[serving J1] downloads", () => {
  test.each([
    ["a PDF", host, "en/latest/pdf", "pdf of handbook latest", "handbook-docs-localhost-en-latest.pdf"],
    ["an EPUB", host, "en/latest/epub", "epub of handbook latest", "handbook-docs-localhost-en-latest.epub"],
    [
      "pages in a zip",
      host,
      "en/latest/htmlzip",
      "htmlzip of handbook latest",
      "handbook-docs-localhost-en-latest.zip",
    ],
    ["another version", host, "en/v2.0/pdf", "pdf of handbook v2.0", "handbook-docs-localhost-en-v2.0.pdf"],
    [
      "a translation",
      host,
      "pt-br/latest/pdf",
      "pdf of handbook-br latest",
      "handbook-docs-localhost-pt-br-latest.pdf",
    ],
    [
      "a subproject",
      host,
      "plugin/en/latest/pdf",
      "pdf of plugin latest",
      "handbook-docs-localhost-plugin-en-latest.pdf",
    ],
    [
      "a translation of a subproject",
      host,
      "plugin/es/latest/pdf",
      "pdf of plugin-es latest",
      "handbook-docs-localhost-plugin-es-latest.pdf",
    ],
    [
      "a subproject whose alias has a slash",
      host,
      "deep/part/en/latest/pdf",
      "pdf of deep latest",
      "handbook-docs-localhost-deep-part-en-latest.pdf",
    ],
    [
      "a single version, with its language",
      `flat.${P}`,
      "en/latest/pdf",
      "pdf of flat latest",
      "flat-docs-localhost-en-latest.pdf",
    ],
    [
      "on a domain of the project's own",
      "docs.handbook.example",
      "en/latest/pdf",
      "pdf of handbook latest",
      "docs-handbook-example-en-latest.pdf",
    ],
  ])("of %s are served under a name that says so: [serving J5]", async (_, at, path, text, name) => {
    const reply = await ask(at, `/_/downloads/${path}/`);
    expect([reply.status, reply.text]).toEqual([200, text]);
    const [, project, version] = /of (\S+) (\S+)/.exec(text) ?? [];
    expect(reply.headers).toMatchObject({
      "content-disposition": `inline; filename="${name}"`,
      "cache-tag": `${project},${project}:${version}`,
      "cdn-cache-control": "public",
      "x-docs-project": project,
      "x-docs-version": version,
      "x-docs-build": expect.stringMatching(/^\d+$/),
      "x-content-type-options": "nosniff",
    });
    expect(reply.headers).not.toHaveProperty("access-control-allow-origin");
  });

  test.each([
    ["pdf", "application/pdf"],
    ["epub", "application/epub+zip"],
    ["htmlzip", "application/zip"],
  ])("of type %s are %s", async (format, type) => {
    const { headers } = await ask(host, `/_/downloads/en/latest/${format}/`);
    expect([headers["content-type"], headers["x-docs-path"]]).toEqual([
      type,
      `${format}/handbook/latest/handbook.${format === "htmlzip" ? "zip" : format}`,
    ]);
  });
});

test("a part of a download is served too", async () => {
  const reply = await ask(host, "/_/downloads/en/latest/pdf/", { headers: { range: "bytes=0-2" } });
  expect(reply).toMatchObject({ status: 206, text: "pdf" });
});

describe("no download", () => {
  test.each([
    ["[serving J2] the pages", host, "en/latest/html/"],
    ["[serving J2] by the name of its file's type", host, "en/latest/zip/"],
    ["[serving J2] a type nobody knows", host, "en/latest/foo/"],
    ["a format the build did not make", host, "en/v2.0/epub/"],
    ["another language", host, "de/latest/pdf/"],
    ["another version", host, "en/v9/pdf/"],
    ["an inactive version", host, "en/asleep/pdf/"],
    ["an unknown subproject", host, "other/en/latest/pdf/"],
    ["something below it", host, "en/latest/pdf/x"],
    ["without its last slash", host, "en/latest/pdf"],
    ["[serving J3] a preview on the main host", host, "en/7/pdf/"],
    ["[serving J3] an internal version on a preview host", `handbook--7.${E}`, "en/latest/pdf/"],
    ["[serving J3] another preview on a preview host", `handbook--9.${E}`, "en/7/pdf/"],
    ["[serving J3] a preview of another project", `handbook--9.${E}`, "en/9/pdf/"],
  ])("%s: %s %s", async (_, at, path) => {
    expect((await ask(at, `/_/downloads/${path}`)).status).toBe(404);
  });
});

test.each([
  ["en/7/pdf/", `handbook--7.${E}`, "pdf of handbook 7", "external/pdf/handbook/7/handbook.pdf"],
  ["plugin/en/9/pdf/", `handbook--9.${E}`, "pdf of plugin 9", "external/pdf/plugin/9/plugin.pdf"],
])("[serving J3] a preview's download %s is on its own host", async (path, at, text, stored) => {
  const reply = await ask(at, `/_/downloads/${path}`);
  expect([reply.status, reply.text]).toEqual([200, text]);
  expect(reply.headers).toMatchObject({
    "x-docs-path": stored,
    "x-robots-tag": "noindex",
    "cache-control": "no-cache",
  });
});

test.each([
  ["pt_BR/latest/pdf/?x=//1", "pt-br/latest/pdf/?x=//1"],
  ["plugin/zh_CN/latest/pdf/", "plugin/zh-cn/latest/pdf/"],
])("[serving J4] an old spelling of a language, %s, leads to today's", async (path, location) => {
  const reply = await ask(host, `/_/downloads/${path}`);
  expect([reply.status, reply.headers.location]).toEqual([302, `/_/downloads/${location}`]);
});

describe("a private download", () => {
  test("[serving J5] is for its readers, and nobody else keeps it", async () => {
    const headers = { cookie: await logInOn(ask, `secret.${P}`, owner) };
    const reply = await ask(`secret.${P}`, "/_/downloads/en/latest/pdf/", { headers });
    expect([reply.status, reply.text]).toEqual([200, "pdf of secret latest"]);
    expect(reply.headers).toMatchObject({
      "cdn-cache-control": "private",
      "cache-control": "private, no-cache",
      vary: "Cookie, Authorization",
      "content-disposition": 'inline; filename="secret-docs-localhost-en-latest.pdf"',
    });
  });

  test("is reason enough to log in where only a subproject is the reader's", async () => {
    const path = "/_/downloads/vault/en/latest/pdf/";
    const headers = { cookie: await logInOn(ask, host, reader, path) };
    expect((await ask(host, path, { headers })).text).toBe("pdf of vault latest");
    expect((await ask(host, path)).status).toBe(401);
  });

  test("is refused like a private page, whether it exists or not", async () => {
    for (const format of ["pdf", "epub"]) {
      const reply = await ask(`secret.${P}`, `/_/downloads/en/latest/${format}/`);
      expect([reply.status, reply.text]).toEqual([401, ""]);
    }
  });

  test.each([
    ["HEAD", {}],
    ["GET", { range: "bytes=0-3" }],
    ["GET", { "if-none-match": "*" }],
    ["GET", { "if-modified-since": "Fri, 01 Jan 2100 00:00:00 GMT" }],
  ])("says nothing to a stranger's %s with %j either", async (method, headers) => {
    const reply = await ask(`secret.${P}`, "/_/downloads/en/latest/pdf/", { method, headers });
    expect([reply.status, reply.headers["content-disposition"], reply.headers.etag]).toEqual([
      401,
      undefined,
      undefined,
    ]);
  });
});
