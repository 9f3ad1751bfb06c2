import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { storage } from "#lib/platform/storage/storage.ts";
import { type AskDocs, askThroughProxy, type DocsReply, openDocsHosts } from "#test/docs-client.ts";
import { publishSite, versionOf } from "#test/factories/sites.ts";
import { buildOrganization, buildPerson, buildProject, buildVersion } from "#test/factories/tenants.ts";

const { ask: overSockets, close } = await openDocsHosts();

const P = "docs.localhost:3000";
const E = "previews.localhost:3000";
const html = (title: string) => `<!doctype html><title>${title}</title><p>${"Some words. ".repeat(80)}`;

async function project(
  slug: string,
  columns: Parameters<typeof buildProject>[0] = {},
  files: Record<string, string | Buffer> = {},
) {
  const organization = { id: organizationId };
  const made = await buildProject({ slug, organization, ...columns });
  const pages = {
    "index.html": html(slug),
    "a.html": html(`a of ${slug}`),
    "dir/index.html": html("dir"),
    ...files,
  };
  await publishSite(made, await versionOf(made, "latest"), pages);
  return made;
}

async function preview(made: { id: number; slug: string }, number: number, files: Record<string, string>) {
  const version = await buildVersion(made, {
    slug: String(number),
    type: "external",
    pullNumber: number,
    pullState: "open",
  });
  await publishSite(made, version, files);
}

let organizationId: number;

beforeAll(async () => {
  const owner = await buildPerson();
  organizationId = (await buildOrganization(owner)).id;
  const main = await project(
    "main",
    {},
    {
      "ü ñ.html": html("unicode"),
      "404.html": html("own 404"),
      "_next/x.js": "let a = 1;",
      "big.bin": Buffer.alloc(2 * 1024 * 1024, "0123456789"),
    },
  );
  const stable = await buildVersion(main, { slug: "stable" });
  await publishSite(main, stable, { "index.html": html("stable"), "404/index.html": html("404 of stable") });
  await buildVersion(main, { slug: "unbuilt" });
  await buildVersion(main, { slug: "sleeping", active: false });
  await preview(main, 17, { "index.html": html("preview 17") });
  await project("main-es", { language: "es", translationOfId: main.id });
  const part = await project("part");
  await project("part-es", { language: "es", translationOfId: part.id });
  const sv = { versioningScheme: "single_version_without_translations" } as const;
  const mv = { versioningScheme: "multiple_versions_without_translations" } as const;
  await db.subprojectRelation.create({ data: { parentId: main.id, childId: part.id, alias: "part" } });
  for (const [slug, alias] of [
    ["lone", "lone"],
    ["depth", "deep/part"],
  ] as const) {
    const child = await project(slug, sv);
    await db.subprojectRelation.create({ data: { parentId: main.id, childId: child.id, alias } });
  }
  await project("flat", mv);
  const words = await project("words", mv);
  for (const slug of ["en", "projects"])
    await publishSite(words, await buildVersion(words, { slug }), { "api/x": html(`x of ${slug}`) });
  const one = await project("one", sv, {
    "en/awesome.html": html("deep"),
    "en/api/awesome.html": html("deeper"),
    "en/stable/awesome.html": html("in stable"),
    "projects/awesome.html": html("in projects"),
  });
  await preview(one, 5, { "index.html": html("one 5"), "a.html": html("a of 5") });
  await project("guide", { customPrefix: "/guide/" });
  const bare = await project("bare", {}, {});
  const unpublished = await buildVersion(bare, { slug: "unpublished" });
  const kept = { "404.html": html("never"), "dir/index.html": html("never") };
  await publishSite(bare, unpublished, kept, { publish: false });
  const later = await project("later", { defaultVersion: "stable" });
  await publishSite(later, await buildVersion(later, { slug: "stable" }), { "index.html": html("later") });
  await project("brazil", { language: "pt-br" }, { "pt_BR/a.html": html("no language here") });
});
afterAll(close);

const titleOf = ({ text }: DocsReply): string => /<title>(.*?)<\/title>/.exec(text)?.[1] ?? text;

/** host, target, status, then the title of the page or the Location. */
const table: [id: string, host: string, target: string, status: number, title: string][] = [
  ["[serving C1]", `main.${P}`, "/en/latest/a.html", 200, "a of main"],
  ["7", `main.${P}`, "/en/latest/a.html?x=1", 200, "a of main"],
  ["2", `MAIN.${P}`, "/en/latest/", 200, "main"],
  ["2", "main.docs.localhost", "/en/latest/", 200, "main"],
  ["2 [D]", "main.docs.localhost.:3000", "/en/latest/", 200, "main"],
  ["[serving C2]", `main.${P}`, "/en/latest/index.html", 200, "main"],
  ["[serving C2]", `main.${P}`, "/en/latest/dir/", 200, "dir"],
  ["[serving C2]", `main.${P}`, "/en/latest/dir/index.html", 200, "dir"],
  ["7", `main.${P}`, "/en/stable/", 200, "stable"],
  ["[serving C1]", `main.${P}`, "/es/latest/a.html", 200, "a of main-es"],
  ["[serving C1]", `main.${P}`, "/projects/part/en/latest/a.html", 200, "a of part"],
  ["[serving C10]", `main.${P}`, "/en/latest/%C3%BC%20%C3%B1.html", 200, "unicode"],
  ["23", `main.${P}`, "/en/latest/_next/x.js", 200, "let a = 1;"],
  ["[serving C4]", `flat.${P}`, "/latest/a.html", 200, "a of flat"],
  ["[serving C4]", `flat.${P}`, "/en/api/x", 404, "Documentation version not found"],
  ["[serving C4]", `flat.${P}`, "/projects/api/x", 404, "Documentation version not found"],
  ["[serving C4]", `words.${P}`, "/en/api/x", 200, "x of en"],
  ["[serving C4]", `words.${P}`, "/projects/api/x", 200, "x of projects"],
  ["[serving D4]", `one.${P}`, "/", 200, "one"],
  ["[serving C3]", `one.${P}`, "/a.html", 200, "a of one"],
  ["[serving C3]", `one.${P}`, "/projects/awesome.html", 200, "in projects"],
  ["[serving C3]", `one.${P}`, "/en/api/awesome.html", 200, "deeper"],
  ["[serving C3]", `one.${P}`, "/en/stable/awesome.html", 200, "in stable"],
  ["[serving C3]", `one.${P}`, "/en/awesome.html", 200, "deep"],
  ["3.1", `guide.${P}`, "/guide/en/latest/a.html", 200, "a of guide"],
  ["[serving C5]", `main--17.${E}`, "/en/17/", 200, "preview 17"],
  ["[serving C6]", `one--5.${E}`, "/a.html", 200, "a of 5"],
  ["[serving C6]", `one--5.${E}`, "/", 200, "one 5"],
  // Redirects
  ["[serving D1]", `main.${P}`, "/", 302, "/en/latest/"],
  ["[serving D1]", `main.${P}`, "/?foo=bar", 302, "/en/latest/?foo=bar"],
  ["[serving D1]", `later.${P}`, "/", 302, "/en/stable/"],
  ["[serving D2]", `main.${P}`, "/en", 302, "/en/latest/"],
  ["[serving D2]", `main.${P}`, "/en/", 302, "/en/latest/"],
  ["8", `main.${P}`, "/es/?q", 302, "/es/latest/?q"],
  ["[serving G1]", `main.${P}`, "/en/latest", 302, "/en/latest/"],
  ["[serving D10]", `main.${P}`, "/en/latest?a=b//c", 302, "/en/latest/?a=b//c"],
  ["[serving D5]", `main.${P}`, "/projects/part", 302, "/projects/part/en/latest/"],
  ["[serving D5]", `main.${P}`, "/projects/part/", 302, "/projects/part/en/latest/"],
  ["[serving D5]", `main.${P}`, "/projects/lone", 302, "/projects/lone/"],
  ["[serving D5]", `main.${P}`, "/projects/lone/", 200, "lone"],
  ["[serving D3]", `main.${P}`, "/page/test.html", 302, "/en/latest/test.html"],
  ["[serving D3]", `main.${P}`, "/page/test.html?foo=bar", 302, "/en/latest/test.html?foo=bar"],
  ["[serving D3]", `main.${P}`, "/projects/deep/part/page/x.html", 302, "/projects/deep/part/x.html"],
  ["[serving D3]", `main.${P}`, "/projects/part/page/x.html", 302, "/projects/part/en/latest/x.html"],
  ["[serving D2]", `main--17.${E}`, "/", 302, "/en/17/"],
  ["[serving D2]", `main--17.${E}`, "/en", 302, "/en/17/"],
  ["[serving D3]", `main--17.${E}`, "/page/a.html", 302, "/en/17/a.html"],
  ["[serving D6]", `part.${P}`, "/", 302, `http://main.${P}/projects/part/`],
  ["[serving D6]", `part.${P}`, "/en/latest/", 302, `http://main.${P}/projects/part/en/latest/`],
  ["[serving D6]", `part.${P}`, "/subdir/", 302, `http://main.${P}/projects/part/subdir/`],
  [
    "[serving D6]",
    `part.${P}`,
    "/en/latest/foo/bar?x",
    302,
    `http://main.${P}/projects/part/en/latest/foo/bar?x`,
  ],
  ["8", `part--9.${E}`, "/en/9/a", 302, `http://main--9.${E}/projects/part/en/9/a`],
  ["[serving D7]", `main-es.${P}`, "/", 302, `http://main.${P}/es/latest/`],
  ["8 [D]", `main-es.${P}`, "/es/latest/a.html", 302, `http://main.${P}/es/latest/a.html`],
  ["[serving D10]", `main.${P}`, "/en//latest/", 302, "/en/latest/"],
  ["[serving D10]", `main.${P}`, "/en/latest///a.html//?q=//", 302, "/en/latest/a.html/?q=//"],
  ["8", `guide.${P}`, "/", 302, "/guide/en/latest/"],
  ["8", `guide.${P}`, "/guide", 302, "/guide/en/latest/"],
  ["[serving C12]", `brazil.${P}`, "/pt-br/latest/pt_BR/a.html", 200, "no language here"],
  ["[serving C12]", `brazil.${P}`, "/pt_BR/latest/a.html?x", 302, "/pt-br/latest/a.html?x"],
  ["[serving G1]", `main.${P}`, "/en/latest/dir", 302, "/en/latest/dir/"],
  ["[serving G1]", `main.${P}`, "/en/latest/dir?a=1", 302, "/en/latest/dir/?a=1"],
  // Nothing there
  ["[serving C7]", `bare.${P}`, "/en/nope/a.html", 404, "Documentation version not found"],
  ["[serving C7]", `bare.${P}`, "/en/nope/", 404, "Documentation version not found"],
  ["9", `bare.${P}`, "/en/latest/nope.html", 404, "Documentation page not found"],
  ["[serving C8]", `bare.${P}`, "/fr/latest/", 404, "Translation not found"],
  ["[serving C8]", `bare.${P}`, "/nonsense/latest/", 404, "Page not found"],
  ["[serving C9]", `bare.${P}`, "/projects/nothing/en/latest/", 404, "Page not found"],
  ["[serving C9]", `main.${P}`, "/projects/main-es/es/latest/", 404, "own 404"],
  ["[serving G3]", `main.${P}`, "/en/latest/nope.html", 404, "own 404"],
  ["[serving G3]", `main.${P}`, "/en/stable/nope.html", 404, "404 of stable"],
  ["9", `main.${P}`, "/en/unbuilt/", 404, "own 404"],
  ["9", `main.${P}`, "/en/nope/", 404, "own 404"],
  ["9", `main.${P}`, "/es/latest/nope.html", 404, "Documentation page not found"],
  ["9", `main.${P}`, "/projects/part/en/latest/nope.html", 404, "Documentation page not found"],
  ["[serving G2]", `bare.${P}`, "/en/unpublished/dir", 404, "Documentation page not found"],
  ["[serving G6]", `bare.${P}`, "/_/downloads/en/latest/pdf/", 404, "Page not found"],
  ["[serving C7]", `main.${P}`, "/en/sleeping/", 404, "own 404"],
  ["[serving C5]", `main.${P}`, "/en/17/", 404, "own 404"],
  ["[serving C5]", `main--17.${E}`, "/en/latest/", 404, "own 404"],
  ["[serving C5]", `main--17.${E}`, "/en/18/", 404, "own 404"],
  ["[serving A7]", `bare--latest.${E}`, "/en/latest/", 404, "Documentation version not found"],
  ["3.1", `guide.${P}`, "/en/latest/a.html", 404, "Page not found"],
  ["3.2", `main.${P}`, "/_/nothing/", 404, "own 404"],
  ["2", `nobody.${P}`, "/", 404, "Documentation not found"],
  ["[serving A2]", "docs.example.com", "/", 404, "Documentation not found"],
  ["[serving A6]", `pip-latest.${E}`, "/", 404, "Documentation not found"],
  // No addresses of ours
  ["[serving A3]", `www.main.${P}`, "/en/latest/", 400, "Documentation not found"],
  ["[serving A4]", "docs.localhost.evil.com", "/", 400, "Documentation not found"],
  ["5", `main.${P}`, "/en/latest/%zz", 400, "Bad request"],
  ["5", `main.${P}`, "/en/latest/%ff", 400, "Bad request"],
  ["5", `main.${P}`, "/en/latest/%00", 400, "Bad request"],
];

const served: [name: string, ask: AskDocs][] = [
  ["over sockets", overSockets],
  ["through proxy.ts", askThroughProxy],
];

describe.each(served)("docs hosts %s", (_, ask) => {
  it.each(table)("%s %s%s → %i %s", async (_id, host, target, status, title) => {
    const reply = await ask(host, target);
    expect([reply.status, reply.headers.location ?? titleOf(reply)]).toEqual([status, title]);
  });

  it.each([
    ["[serving C1]", `main.${P}`, "/en/latest/a.html", "html/main/latest/a.html"],
    ["[serving C1]", `main.${P}`, "/es/latest/a.html", "html/main-es/latest/a.html"],
    ["[serving C1]", `main.${P}`, "/projects/part/en/latest/a.html", "html/part/latest/a.html"],
    ["[serving C1]", `main.${P}`, "/projects/deep/part/a.html", "html/depth/latest/a.html"],
    ["[serving C1]", `main.${P}`, "/projects/part/es/latest/dir/", "html/part-es/latest/dir/index.html"],
    ["[serving C6]", `one--5.${E}`, "/a.html", "external/html/one/5/a.html"],
  ])("%s %s%s comes from %s", async (_id, host, target, path) => {
    expect((await ask(host, target)).headers["x-docs-path"]).toBe(path);
  });

  it("[serving C5] of another preview's page is said whose host it was asked on", async () => {
    expect((await ask(`main--17.${E}`, "/en/18/")).headers).toMatchObject({
      "x-docs-project": "main",
      "x-docs-version": "17",
    });
  });

  it.each([
    ["/en/latest/a%0D%09%01.html", "/a%0D%09%01.html"],
    // No file name has a line break, so this is no page of a version.
    ["/en/latest/a%0Ab.html", "/en/latest/a%0Ab.html"],
  ])("[serving C10] %s is called %s in the diagnostics", async (target, filename) => {
    const { headers } = await ask(`main.${P}`, target);
    expect(headers["x-docs-resolver-filename"]).toBe(filename);
  });

  it("answers HEAD with the headers of GET and no body", async () => {
    const got = await ask(`main.${P}`, "/en/latest/a.html");
    const head = await ask(`main.${P}`, "/en/latest/a.html", { method: "HEAD" });
    expect(head.body.length).toBe(0);
    expect({ ...head.headers, date: "", connection: "" }).toEqual({
      ...got.headers,
      date: "",
      connection: "",
    });
  });

  it("answers 304 to the ETag it gave, alone, in a list and weak, and 200 to another", async () => {
    const got = await ask(`main.${P}`, "/en/latest/a.html");
    const etag = got.headers.etag!;
    for (const value of [etag, `"x", ${etag}`, `W/${etag}`, "*"]) {
      const again = await ask(`main.${P}`, "/en/latest/a.html", { headers: { "if-none-match": value } });
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
    }
    const other = await ask(`main.${P}`, "/en/latest/a.html", { headers: { "if-none-match": '"x"' } });
    expect(other.status).toBe(200);
    const since = { "if-modified-since": got.headers["last-modified"]! };
    expect((await ask(`main.${P}`, "/en/latest/a.html", { headers: since })).status).toBe(304);
  });

  it.each([
    ["bytes=0-9", 206, "bytes 0-9/2097152", "0123456789"],
    ["bytes=5-5", 206, "bytes 5-5/2097152", "5"],
    ["bytes=-3", 206, "bytes 2097149-2097151/2097152", "901"],
    ["bytes=2097150-", 206, "bytes 2097150-2097151/2097152", "01"],
    ["bytes=2097150-9999999", 206, "bytes 2097150-2097151/2097152", "01"],
    ["bytes=2097152-", 416, "bytes */2097152", ""],
    ["bytes=-0", 416, "bytes */2097152", ""],
    ["bytes=9-5", 200, undefined, null],
    ["bytes=0-1,4-5", 200, undefined, null],
    ["lines=1-2", 200, undefined, null],
  ])("answers Range %s of a streamed file with %i", async (range, status, contentRange, body) => {
    const reply = await ask(`main.${P}`, "/en/latest/big.bin", { headers: { range } });
    expect([reply.status, reply.headers["content-range"]]).toEqual([status, contentRange]);
    if (body === null) expect(reply.body.length).toBe(2_097_152);
    else expect(reply.text).toBe(body);
  });

  it("minds If-Range", async () => {
    const { headers } = await ask(`main.${P}`, "/en/latest/a.html");
    const part = (condition: string) =>
      ask(`main.${P}`, "/en/latest/a.html", { headers: { range: "bytes=0-3", "if-range": condition } });
    expect((await part(headers.etag!)).status).toBe(206);
    expect((await part('"other"')).status).toBe(200);
  });

  it("refuses other methods", async () => {
    for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
      const reply = await ask(`main.${P}`, "/en/latest/a.html", { method });
      expect([reply.status, reply.headers.allow]).toEqual([405, "GET, HEAD, OPTIONS"]);
    }
    const options = await ask(`main.${P}`, "/en/latest/a.html", { method: "OPTIONS" });
    expect([options.status, options.headers["access-control-allow-origin"]]).toEqual([204, "*"]);
  });

  it("24.9 tells which project, version and file was served, and how it may be kept", async () => {
    const page = await ask(`main.${P}`, "/projects/part/en/latest/a.html");
    expect(page.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "x-docs-domain": "main.docs.localhost",
      "x-docs-project": "part",
      "x-docs-version": "latest",
      "x-docs-project-method": "public_domain",
      "x-docs-version-method": "path",
      "x-docs-path": "html/part/latest/a.html",
      "x-docs-resolver-filename": "/a.html",
      "cache-tag": "part,part:latest",
      "cdn-cache-control": "public",
      "cache-control": "public, max-age=0, must-revalidate",
      "access-control-allow-origin": "*",
      "x-content-type-options": "nosniff",
    });
    expect(page.headers).not.toHaveProperty("x-robots-tag");
    expect(page.headers).not.toHaveProperty("x-frame-options");
    expect(page.headers).not.toHaveProperty("set-cookie");
    const preview = await ask(`main--17.${E}`, "/en/17/");
    expect(preview.headers).toMatchObject({
      "cache-control": "no-cache",
      "x-robots-tag": "noindex",
      "x-docs-project-method": "external_domain",
      "x-docs-version-method": "domain",
      "x-docs-path": "external/html/main/17/index.html",
    });
    const redirect = await ask(`main.${P}`, "/");
    expect(redirect.headers).toMatchObject({
      "x-docs-redirect": "system",
      "cache-tag": "main",
      "cdn-cache-control": "public, max-age=1200",
    });
    const missing = await ask(`bare.${P}`, "/en/nope/");
    expect(missing.headers).toMatchObject({ "x-docs-project": "bare", "cdn-cache-control": "private" });
    expect(missing.headers).not.toHaveProperty("x-docs-version");
  });

  it("offers ways on from a missing page: the version's start, the same page elsewhere", async () => {
    const reply = await ask(`bare.${P}`, "/en/nope/a.html");
    expect(reply.text).toContain(`href="http://bare.${P}/en/latest/a.html"`);
    expect(reply.text).toContain(`href="http://bare.${P}/en/latest/"`);
    expect(reply.body.length).toBeLessThan(5000);
    expect(reply.text).not.toContain("<script");
    const start = await ask(`bare.${P}`, "/en/nope/");
    expect(start.text.split(`href="http://bare.${P}/en/latest/"`)).toHaveLength(2);
  });
});

describe("what is missing (serving.md 9)", () => {
  const spied = () => [vi.spyOn(storage, "get"), vi.spyOn(storage, "read")];

  it("[serving G4] asks the store for nothing that no build has", async () => {
    await overSockets(`bare.${P}`, "/en/latest/first.html");
    const reads = spied();
    expect((await overSockets(`bare.${P}`, "/en/latest/second.html")).status).toBe(404);
    expect((await overSockets(`bare.${P}`, "/en/latest/third")).status).toBe(404);
    for (const read of reads) expect(read).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it("[serving G5] is our own page where the store has lost the one of the project, and the other's is not tried", async () => {
    const made = await project("lossy", {}, { "404.html": html("own 404") });
    const v2 = await buildVersion(made, { slug: "v2" });
    await publishSite(made, v2, { "404.html": html("lost"), "lost.html": html("lost") });
    for await (const key of storage.list(`projects/${made.id}/blobs/`))
      if ((await storage.get(key)).toString().includes("<title>lost")) await storage.delete(key);
    for (const target of ["/en/v2/lost.html", "/en/v2/nothing"]) {
      const reply = await overSockets(`lossy.${P}`, target);
      expect([reply.status, titleOf(reply)]).toEqual([404, "Documentation page not found"]);
    }
    expect(titleOf(await overSockets(`lossy.${P}`, "/en/latest/nothing"))).toBe("own 404");
  });
});

describe("what only our own server sees as it was sent", () => {
  it.each([
    ["/en/latest/../../x", 400],
    ["/en/latest/%2e%2e/x", 400],
    ["/en/latest/..%5Cx", 400],
    ["/en/latest/..", 400],
    ["/en/latest\\..\\x", 400],
    ["/en/latest/\\..\\\\x", 400],
    ["//..//", 400],
    ["/en/latest/.../x", 404],
    ["/en/latest/a..b", 404],
  ])("[serving C11] %s → %i", async (target, status) => {
    expect((await overSockets(`main.${P}`, target)).status).toBe(status);
  });

  it.each([
    ["//google.com", "/google.com"],
    ["///google.com/%2e.html", "/google.com/..html"],
    ["/%2Fgoogle.com", "/google.com"],
  ])("[serving D10] %s never leaves the host", async (target, location) => {
    const reply = await overSockets(`main.${P}`, target);
    expect([reply.status, reply.headers.location]).toEqual([302, location]);
  });

  it("sends br, gzip or the plain file, as the reader prefers", async () => {
    const plain = await overSockets(`main.${P}`, "/en/latest/a.html");
    expect([plain.headers["content-encoding"], plain.headers.vary]).toEqual([undefined, "Accept-Encoding"]);
    const cases: [string, string | undefined][] = [
      ["gzip, deflate, br, zstd", "br"],
      ["gzip", "gzip"],
      ["br;q=0.5, gzip;q=0.8", "gzip"],
      ["br;q=0, gzip;q=0", undefined],
      ["*", "br"],
      ["identity", undefined],
      ["identity;q=1, br;q=0.1", undefined],
      ["BR", "br"],
      ["nonsense;;;", undefined],
    ];
    const etags = new Set([plain.headers.etag]);
    for (const [accepted, encoding] of cases) {
      const reply = await overSockets(`main.${P}`, "/en/latest/a.html", {
        headers: { "accept-encoding": accepted },
      });
      expect([accepted, reply.headers["content-encoding"]]).toEqual([accepted, encoding]);
      expect(Number(reply.headers["content-length"])).toBe(reply.body.length);
      const decode =
        { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ""] ?? ((body: Buffer) => body);
      expect(decode(reply.body)).toEqual(plain.body);
      etags.add(reply.headers.etag);
    }
    expect(etags.size).toBe(3);
  });

  it("[serving A12] answers the health check on any host, and hands other hosts to the dashboard", async () => {
    for (const host of ["127.0.0.1:3000", "localhost", `main.${P}`, "unknown.example"]) {
      for (const target of ["/_/health_check/", "/_/health_check/?at=1"]) {
        const reply = await overSockets(host, target);
        expect([reply.status, reply.headers["cdn-cache-control"]]).toEqual([200, "private"]);
      }
    }
    for (const host of ["127.0.0.1:3000", "localhost:3000", "[::1]:3000"]) {
      expect((await overSockets(host, "/en/latest/")).status).toBe(299);
      expect((await overSockets(host, "/healthz")).text).toBe('{"status":"ok"}');
      const ready = await overSockets(host, "/readyz");
      expect([ready.status, ready.text, ready.headers["cdn-cache-control"]]).toEqual([
        200,
        '{"status":"ready"}',
        "private",
      ]);
    }
  });

  it("answers a request for a WebSocket instead of leaving it hanging", async () => {
    const headers = { connection: "Upgrade", upgrade: "websocket" };
    expect((await overSockets(`main.${P}`, "/en/latest/a.html", { headers })).status).toBe(200);
  });
});
