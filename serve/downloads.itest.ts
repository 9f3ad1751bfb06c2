import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { siteDirectory } from "#serve/directory.ts";
import { createWebServer } from "#serve/server.ts";
import { openDocsServer } from "#test/docs-client.ts";
import { addDownload, publishSite, versionOf } from "#test/factories/sites.ts";
import { buildOrganization, buildPerson, buildProject } from "#test/factories/tenants.ts";

const server = createWebServer(siteDirectory(), (_, response) => response.writeHead(299).end("dashboard"));
const { ask, close } = await openDocsServer(server);
const P = "docs.localhost:3000";
const bytes = "%PDF-1.7 of the handbook";

async function publish(slug: string, privacyLevel: "public" | "private"): Promise<void> {
  const organization = await buildOrganization(await buildPerson());
  const project = await buildProject({ slug, organization, privacyLevel });
  const version = await versionOf(project, "latest");
  await db.version.update({ where: { id: version.id }, data: { privacyLevel } });
  const buildId = await publishSite(project, version, { "index.html": "<p>x" });
  await addDownload(project, buildId, { name: `${slug}.pdf`, content: bytes });
}

beforeAll(async () => {
  await publish("handbook", "public");
  await publish("secret-book", "private");
});
afterAll(close);

test("a download is served under a name that says what it is", async () => {
  const reply = await ask(`handbook.${P}`, "/_/downloads/en/latest/pdf/");
  expect(reply.status).toBe(200);
  expect(reply.text).toBe(bytes);
  expect(reply.headers).toMatchObject({
    "content-type": "application/pdf",
    "content-disposition": 'inline; filename="handbook-docs-localhost-en-latest.pdf"',
    "cache-tag": "handbook,handbook:latest",
    "x-content-type-options": "nosniff",
  });
  expect(reply.headers["access-control-allow-origin"]).toBeUndefined();
});

test("a part of it is served too", async () => {
  const reply = await ask(`handbook.${P}`, "/_/downloads/en/latest/pdf/", {
    headers: { range: "bytes=0-3" },
  });
  expect(reply).toMatchObject({ status: 206, text: "%PDF" });
});

test.each([
  ["a format the build did not make", "/_/downloads/en/latest/epub/"],
  ["the pages", "/_/downloads/en/latest/html/"],
  ["another language", "/_/downloads/de/latest/pdf/"],
  ["another version", "/_/downloads/en/v9/pdf/"],
  ["an unknown subproject", "/_/downloads/other/en/latest/pdf/"],
  ["something below it", "/_/downloads/en/latest/pdf/x"],
])("%s is not there", async (_, path) => {
  expect((await ask(`handbook.${P}`, path)).status).toBe(404);
});

test("an old spelling of a language leads to today's", async () => {
  const reply = await ask(`handbook.${P}`, "/_/downloads/pt_BR/latest/pdf/");
  expect([reply.status, reply.headers.location]).toEqual([302, "/_/downloads/pt-br/latest/pdf/"]);
});

test("a private download is refused like a private page, whether it exists or not", async () => {
  for (const format of ["pdf", "epub"]) {
    const reply = await ask(`secret-book.${P}`, `/_/downloads/en/latest/${format}/`);
    expect(reply.status).toBe(401);
    expect(reply.text).not.toContain("PDF");
  }
});

test.each([
  ["HEAD", {}],
  ["GET", { range: "bytes=0-3" }],
  ["GET", { "if-none-match": "*" }],
  ["GET", { "if-modified-since": "Fri, 01 Jan 2100 00:00:00 GMT" }],
])("a private download says nothing to a stranger's %s with %j either", async (method, headers) => {
  const reply = await ask(`secret-book.${P}`, "/_/downloads/en/latest/pdf/", { method, headers });
  expect([reply.status, reply.headers["content-disposition"], reply.headers.etag]).toEqual([
    401,
    undefined,
    undefined,
  ]);
});
