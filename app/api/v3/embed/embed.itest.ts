import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { env } from "#lib/platform/env.ts";
import { type ApiAnswer, api } from "#test/api.ts";
import { buildSession } from "#test/factories/accounts.ts";
import { addDomain, publishSite, versionOf } from "#test/factories/sites.ts";
import {
  buildCompany,
  buildPerson,
  buildProject,
  buildSubproject,
  buildToken,
  buildVersion,
  type Company,
} from "#test/factories/tenants.ts";

const visitor = api();
const P = "docs.localhost:3000";

type Asked = { doctool?: string; maincontent?: string; doctoolversion?: string };
const target = (url: string, asked: Asked = {}): string =>
  `/embed/?${new URLSearchParams({ url, ...asked } as Record<string, string>)}`;
const embed = (url: string, asked?: Asked, caller = visitor): Promise<ApiAnswer> =>
  caller.get(target(url, asked));

const page = `<!doctype html><html><head><title>T</title></head><body><nav><a href="x.html">menu</a></nav>
<div role="main"><section id="top"><h1>Top</h1><p>See <a href="other.html#x">this</a> <img src="../i.png"></p></section></div>
<article class="extra"><p>More</p></article></body></html>`;

describe("pages of ours", () => {
  let company: Company;
  let open: { id: number; slug: string };
  let closed: { id: number; slug: string };

  beforeAll(async () => {
    company = await buildCompany();
    open = await company.project({ slug: "open", privacyLevel: "public" });
    await publishSite(open, await versionOf(open, "latest"), {
      "index.html": page,
      "guide.html": page,
      "dir/index.html": page,
      "bare.html": "<h2>No heading of the first level</h2>",
      "ü b.html": page,
      "notes.txt": "<main>text</main>",
      "old.html": Buffer.from('<meta charset="latin1"><main>caf\u00e9</main>', "latin1"),
      "frames.html": '<frameset><frame src="a.html"></frameset>',
      "large.html": `<main>${"x".repeat(5 * 1024 * 1024)}</main>`,
      "deep.html": `<main>${"<div>".repeat(5000)}</main>`,
    });
    const secret = await buildVersion(open, { slug: "secret", privacyLevel: "private" });
    await publishSite(open, secret, { "index.html": page });
    await buildVersion(open, { slug: "unbuilt" });
    closed = await company.project({ slug: "closed", privacyLevel: "private" });
    await publishSite(closed, await versionOf(closed, "latest"), { "index.html": page });
  });

  const base = `http://open.${P}/en/latest`;
  const main = (folder: string): string =>
    `<div role="main"><section id="top"><h1>Top</h1><p>See <a href="${folder}/other.html#x">this</a> <img src="${new URL("../i.png", `${folder}/`).href}"></p></section></div>`;

  test("[api M4] the main section of a page, and its keys in the order of the contract", async () => {
    const answer = await embed(`${base}/guide.html`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.text).toBe(
      JSON.stringify({ url: `${base}/guide.html`, fragment: null, content: main(base), external: false }),
    );
  });

  test.each([
    ["[api M4] [serving L5] a file name is decoded", "%C3%BC%20b.html", main(base)],
    ["the start page", "", main(base)],
    ["a folder", "dir/", main(`${base}/dir`)],
    ["a folder without its slash", "dir", main(base)],
    ["a query changes nothing", "guide.html?q=1", main(base)],
    ["a page in another encoding", "old.html", "<main>café</main>"],
  ])("%s", async (_what, path, content) => {
    expect((await embed(`${base}/${path}`)).body).toMatchObject({ content, external: false });
  });

  test("[api M3] [serving L3] a fragment chooses an element, a selector the page's own text", async () => {
    const section = await embed(`${base}/guide.html#top`);
    expect(section.body).toMatchObject({ url: `${base}/guide.html#top`, fragment: "top" });
    expect(section.body.content).toMatch(/^<section id="top">/);
    const chosen = await embed(`${base}/guide.html`, { maincontent: "article.extra > p" });
    expect(chosen.body).toMatchObject({ fragment: null, content: "<p>More</p>" });
    const unheeded = await embed(`${base}/guide.html#top`, { maincontent: "article", doctoolversion: "7.2" });
    expect(unheeded.body.content).toBe(section.body.content);
  });

  test.each<[what: string, path: string, fragment: string, asked: Asked]>([
    ["[api M3] [serving L3] a selector that matches nothing", "guide.html", "", { maincontent: ".missing" }],
    ["a selector that is none", "guide.html", "", { maincontent: "[" }],
    ["an id that is not there", "guide.html", "missing", {}],
    ["a page without a main part", "bare.html", "", {}],
    ["a page of frames", "frames.html", "", {}],
    ["a page that is not there", "missing.html", "", {}],
    ["a path out of the version", "../../../etc/passwd", "", {}],
    ["a file that is no page", "notes.txt", "", {}],
  ])("%s is 404", async (_what, path, fragment, asked) => {
    const url = `${base}/${path}${fragment && `#${fragment}`}`;
    const answer = await embed(url, asked);
    expect(answer.status).toBe(404);
    expect(answer.text).toBe(
      JSON.stringify({
        error: `Can't find content for section: url=${url} fragment=${fragment} maincontent=${asked.maincontent ?? "None"}`,
      }),
    );
  });

  test.each([
    ["an unknown project", `http://nobody.${P}/en/latest/`],
    ["an unknown version", `http://open.${P}/en/nowhere/`],
    ["a version without files", `http://open.${P}/en/unbuilt/`],
    ["an unknown language", `http://open.${P}/xx/latest/`],
    ["an unknown translation", `http://open.${P}/de/latest/`],
    ["no version at all", `http://open.${P}/`],
    ["broken encoding", `http://open.${P}/en/latest/%zz`],
    ["a preview that is not there", "http://open--12.previews.localhost:3000/en/12/"],
    ["a preview host without a version", "http://open.previews.localhost:3000/en/12/"],
  ])("%s on a host of ours is 404, not another host", async (_what, url) => {
    const answer = await embed(url);
    expect([answer.status, answer.body]).toEqual([
      404,
      { error: `Can't find content for section: url=${url} fragment= maincontent=None` },
    ]);
  });

  test.each(["large.html", "deep.html"])("%s is too much to read", async (path) => {
    const url = `${base}/${path}`;
    expect(await embed(url)).toMatchObject({
      status: 400,
      body: { error: `There was an error reading the URL requested. url=${url}` },
    });
  });

  test("a selector nobody can afford is refused", async () => {
    expect(await embed(`${base}/guide.html`, { maincontent: "a ".repeat(200) })).toMatchObject({
      status: 400,
    });
  });

  test("[api M2] [serving L2] a private version is for its members, public ones for everybody", async () => {
    const urls = [
      `http://open.${P}/en/secret/`,
      `http://closed.${P}/en/latest/`,
      `http://closed.${P}/en/latest/no.html`,
    ];
    const confined = await buildToken(company.reader, { projectIds: [open.id] });
    for (const url of urls) {
      const anonymous = await embed(url);
      expect([anonymous.status, anonymous.body]).toEqual([
        403,
        { detail: "Authentication credentials were not provided." },
      ]);
      for (const { token } of [company.stranger, await buildPerson()]) {
        expect(await embed(url, {}, api({ token }))).toMatchObject({
          status: 403,
          body: { detail: "You do not have permission to perform this action." },
        });
      }
      const expected = url.endsWith("no.html") ? 404 : 200;
      for (const { token } of [company.reader, company.owner, await buildPerson({ superuser: true })])
        expect((await embed(url, {}, api({ token }))).status).toBe(expected);
      const { cookie } = await buildSession(company.reader);
      expect((await embed(url, {}, api({ cookie }))).status).toBe(expected);
      // A confined token reaches its projects only.
      expect((await embed(url, {}, api({ token: confined.token }))).status).toBe(
        url.includes("closed") ? 403 : expected,
      );
    }
    expect((await embed(`${base}/`, {}, api({ token: company.stranger.token }))).status).toBe(200);
  });

  test("a bad token is 401, though everybody may ask", async () => {
    expect(await embed(`${base}/`, {}, api({ token: "wrong" }))).toMatchObject({
      status: 401,
      body: { detail: "Invalid token." },
    });
  });

  test("a part is found below its parent, and by its own host", async () => {
    const part = await company.project({ slug: "part", privacyLevel: "public" });
    await publishSite(part, await versionOf(part, "latest"), { "index.html": page });
    await buildSubproject(open, part);
    const inside = `http://open.${P}/projects/part/en/latest`;
    expect((await embed(`${inside}/`)).body).toMatchObject({ content: main(inside), external: false });
    expect((await embed(`http://part.${P}/en/latest/`)).status).toBe(200);
  });

  test("a page is found by a domain of its project, while that is verified", async () => {
    const host = "embedded.example.org";
    await addDomain(open, host, { https: false });
    const answer = await embed(`http://${host}/en/latest/`);
    expect(answer.body).toMatchObject({ content: main(`http://${host}/en/latest`), external: false });
    expect((await embed(`http://${host}/en/secret/`)).status).toBe(403);
    await db.domain.updateMany({ where: { host }, data: { state: "expired", verifiedAt: null } });
    expect((await embed(`http://${host}/en/latest/`)).body).toEqual({
      error: `External domain not allowed. domain=${host}`,
    });
  });

  test("what is deleted is gone at once", async () => {
    const gone = await buildProject({ slug: "gone" });
    await publishSite(gone, await versionOf(gone, "latest"), { "index.html": page });
    expect((await embed(`http://gone.${P}/en/latest/`)).status).toBe(200);
    await db.version.updateMany({ where: { projectId: gone.id }, data: { active: false } });
    expect((await embed(`http://gone.${P}/en/latest/`)).status).toBe(404);
  });

  test("[api M2] [serving L2] scripts of other origins may read it, and without an origin there is no CORS header", async () => {
    const plain = await embed(`${base}/`);
    expect(plain.headers.get("access-control-allow-origin")).toBeNull();
    const origin = { origin: "https://app.example.org" };
    for (const url of [`${base}/`, `${base}/missing.html`, `http://closed.${P}/en/latest/`]) {
      const answer = await visitor.get(target(url), origin);
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
    }
  });

  test("embedding is not counted against the caller's budget", async () => {
    const answers = await Promise.all(Array.from({ length: 70 }, () => embed(`${base}/missing.html`)));
    expect(answers.filter(({ status }) => status === 429)).toEqual([]);
    expect(answers[0]?.headers.get("ratelimit")).toBeNull();
  });
});

describe("addresses that are refused before anything is read", () => {
  test.each<[what: string, query: string, error: string]>([
    ["[api M1] [serving L1] none", "", 'Invalid arguments. Please provide "url".'],
    ["[api M1] an empty one", "?url=", 'Invalid arguments. Please provide "url".'],
    [
      "[api M1] [serving L1] one without a scheme",
      "?url=docs.python.org/3/",
      "The URL requested is malformed. url=docs.python.org/3/",
    ],
    ["[api M1] one without a host", "?url=https:///3/", "The URL requested is malformed. url=https:///3/"],
    [
      "[api M1] [serving L1] one of a host that is not on the list",
      "?url=https://example.org/x",
      "External domain not allowed. domain=example.org",
    ],
    [
      "a look-alike of a listed host",
      "?url=https://numpy.org.example.org/",
      "External domain not allowed. domain=numpy.org.example.org",
    ],
    [
      "a look-alike of ours",
      "?url=https://open.docs.localhost.example.org/",
      "External domain not allowed. domain=open.docs.localhost.example.org",
    ],
    [
      "another port of a listed host",
      "?url=https://numpy.org:8080/",
      "External domain not allowed. domain=numpy.org:8080",
    ],
    [
      "the dashboard itself",
      "?url=http://localhost:3000/api/v3/",
      "External domain not allowed. domain=localhost:3000",
    ],
    [
      "an address inside the network",
      "?url=http://169.254.169.254/",
      "External domain not allowed. domain=169.254.169.254",
    ],
    [
      "a tool nobody knows",
      "?url=https://numpy.org/&doctool=mkdocs",
      "Unknown doctool, only sphinx is known. doctool=mkdocs",
    ],
    ["the last of several counts", "?url=https://numpy.org/&url=x", "The URL requested is malformed. url=x"],
  ])("%s", async (_what, query, error) => {
    const answer = await visitor.get(`/embed/${query}`);
    expect([answer.status, answer.text]).toEqual([400, JSON.stringify({ error })]);
  });

  test.each(["https://user:secret@numpy.org/", "ftp://numpy.org/"])("%s is not requested", async (url) => {
    expect(await embed(url)).toMatchObject({
      status: 400,
      body: { error: `There was an error reading the URL requested. url=${url}` },
    });
  });
});

describe("pages of other hosts", () => {
  let server: Server;
  let host: string;
  const seen: string[] = [];
  const sphinx = `<dl class="glossary"><dt id="a">A</dt><dd><a href="x.html">x</a></dd><dt id="b">B</dt><dd>b</dd></dl>`;

  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = request.url ?? "";
      seen.push(path);
      const html = { "content-type": "text/html; charset=utf-8" };
      if (path === "/loop") response.writeHead(302, { location: "/loop" }).end();
      else if (path === "/moved") response.writeHead(301, { location: "/page.html" }).end();
      else if (path === "/away") response.writeHead(302, { location: "http://example.org/" }).end();
      else if (path === "/inside") response.writeHead(302, { location: "http://169.254.169.254/" }).end();
      else if (path === "/missing") response.writeHead(404, html).end(page);
      else if (path === "/slow") setTimeout(() => response.writeHead(200, html).end(page), 20_000).unref();
      else if (path === "/large") response.writeHead(200, html).end(Buffer.alloc(5 * 1024 * 1024 + 1, "x"));
      else if (path === "/bomb")
        response
          .writeHead(200, { ...html, "content-encoding": "gzip" })
          .end(gzipSync(Buffer.alloc(50 * 1024 * 1024, "x")));
      else if (path === "/data") response.writeHead(200, { "content-type": "application/json" }).end("{}");
      else if (path === "/cut") response.writeHead(200, { ...html, "content-length": "1000" }).end("x");
      else if (path === "/latin1")
        response
          .writeHead(200, { "content-type": "text/html" })
          .end(Buffer.from('<meta charset="iso-8859-1"><main>caf\u00e9</main>', "latin1"));
      else if (path === "/glossary") response.writeHead(200, html).end(sphinx);
      else response.writeHead(200, html).end(page);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    env.EMBED_HOSTS.push(host);
    env.INTERNAL_HOSTS.push("127.0.0.1");
  });
  afterAll(() => {
    env.EMBED_HOSTS.length = 0;
    env.INTERNAL_HOSTS.length = 0;
    server.closeAllConnections();
    server.close();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await db.rateCounter.deleteMany();
    seen.length = 0;
  });

  test("a page, its part and its links", async () => {
    const url = `http://${host}/manual/page.html?v=2#top`;
    expect((await embed(url)).body).toEqual({
      url,
      fragment: "top",
      content: `<section id="top"><h1>Top</h1><p>See <a href="http://${host}/manual/other.html#x">this</a> <img src="http://${host}/i.png"></p></section>`,
      external: true,
    });
    expect(seen).toEqual(["/manual/page.html"]);
  });

  test("[api M3] [serving L4] a term of a glossary, as Sphinx means it", async () => {
    const url = `http://${host}/glossary#a`;
    expect((await embed(url)).body.content).toBe('<dt id="a">A</dt>');
    expect((await embed(url, { doctool: "sphinx" })).body.content).toBe(
      `<dl class="glossary"><dt id="a">A</dt><dd><a href="http://${host}/x.html">x</a></dd></dl>`,
    );
  });

  test("a redirect on the list is followed, and an old encoding read", async () => {
    expect((await embed(`http://${host}/moved`)).status).toBe(200);
    expect((await embed(`http://${host}/latin1`)).body.content).toBe("<main>café</main>");
  });

  test("[api M1] [serving L1] a redirect that never ends", async () => {
    const url = `http://${host}/loop`;
    expect(await embed(url)).toMatchObject({
      status: 400,
      body: { error: `The URL requested generates too many redirects. url=${url}` },
    });
  });

  test.each([
    ["a redirect out of the list", "/away"],
    ["a redirect into the network", "/inside"],
    ["an answer after more than a second", "/slow"],
    ["more than 5 MB", "/large"],
    ["more than 5 MB, packed", "/bomb"],
    ["an answer that ends early", "/cut"],
    ["what is no page", "/data"],
  ])("%s cannot be read", async (_what, path) => {
    const url = `http://${host}${path}`;
    expect(await embed(url)).toMatchObject({
      status: 400,
      body: { error: `There was an error reading the URL requested. url=${url}` },
    });
  });

  test("an error page is no page", async () => {
    expect((await embed(`http://${host}/missing`)).status).toBe(404);
  });

  test("a page is asked for once in 50 seconds, whatever its query", async () => {
    const start = Date.now();
    const at = (seconds: number) =>
      vi.spyOn(clock, "now").mockImplementation(() => new Date(start + seconds * 1000));
    at(0);
    await embed(`http://${host}/kept?a=1`);
    at(49);
    await embed(`http://${host}/kept?a=2#top`);
    expect(seen).toEqual(["/kept"]);
    at(51);
    await embed(`http://${host}/kept`);
    expect(seen).toEqual(["/kept", "/kept"]);
  });

  test("[api M1] [serving L1] more than 50 requests a minute for one host", async () => {
    const now = new Date("2026-01-01T00:00:00Z");
    vi.spyOn(clock, "now").mockImplementation(() => now);
    const url = `http://${host}/often`;
    for (let i = 0; i < 50; i += 1) expect((await embed(url)).status).toBe(200);
    const refused = await embed(url);
    expect([refused.status, refused.text]).toEqual([
      429,
      JSON.stringify({ error: `Too many requests for this domain. domain=${host}` }),
    ]);
    expect(refused.headers.get("retry-after")).toBeNull();
    vi.spyOn(clock, "now").mockImplementation(() => new Date(now.getTime() + 60_000));
    expect((await embed(url)).status).toBe(200);
  });
});
