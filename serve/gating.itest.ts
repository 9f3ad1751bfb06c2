import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mintDocsCode } from "#lib/accounts/docs-sessions/commands.ts";
import { startSession } from "#lib/accounts/sessions/commands.ts";
import { db } from "#lib/platform/db/client.ts";
import { siteDirectory } from "#serve/directory.ts";
import { answerWeb } from "#serve/web-adapter.ts";
import { type AskDocs, askThroughProxy, openDocsHosts } from "#test/docs-client.ts";
import { browser } from "#test/docs-member.ts";
import { addDomain, addDownload, changeSite, publishSite, versionOf } from "#test/factories/sites.ts";
import {
  buildOrganization,
  buildPerson,
  buildProject,
  buildTeam,
  buildVersion,
  type Person,
} from "#test/factories/tenants.ts";

const { ask: overSockets, close } = await openDocsHosts();
afterAll(close);

const P = "docs.localhost:3000";
const vault = `vault.${P}`;
const own = "vault.example.org";
const secure = "vault-secure.example.org";
const preview = "vault--8.previews.localhost:3000";

let member: Person;
let project: { id: number; slug: string };
let build: number;
let shop: { id: number; slug: string };

const page = '<!doctype html><main><h1 id="top">Secret</h1></main>';

beforeAll(async () => {
  const owner = await buildPerson();
  member = await buildPerson();
  const organization = await buildOrganization(owner);
  const columns = { organization, privacyLevel: "private", externalBuildsPrivacyLevel: "private" } as const;
  project = await buildProject({ slug: "vault", ...columns });
  build = await publishSite(project, await versionOf(project, "latest"), {
    "index.html": page,
    "style.css": "secret {}",
    "dir/index.html": page,
    "404.html": "secret 404",
  });
  await addDownload(project, build, { name: "vault.pdf", content: "secret pdf" });
  const open = await buildVersion(project, { slug: "open", privacyLevel: "public" });
  await publishSite(project, open, { "index.html": "<main>for all</main>" });
  await buildVersion(project, { slug: "asleep", active: false });
  const pull = await buildVersion(project, {
    slug: "8",
    type: "external",
    pullNumber: 8,
    pullState: "open",
  });
  await publishSite(project, pull, { "index.html": page });
  await addDomain(project, own, { https: false });
  await addDomain(project, secure);

  shop = await buildProject({ slug: "shop", ...columns });
  await publishSite(shop, await versionOf(shop, "latest"), { "index.html": page });
  await buildTeam(organization, { members: [member], projects: [project, shop] });
});

async function signedIn(person: Person) {
  const { userId, username, superuser, address, client } = person.actor;
  const session = await startSession({ id: userId, username, isSuperuser: superuser }, { address, client });
  const caller = { userId, username, superuser, address, client, sessionId: session.id };
  return { kind: "user", ...caller, authenticatedAt: new Date() } as const;
}

/** Logs the member in on a docs host, the way a browser would; returns the Set-Cookie and the Cookie header. */
async function enter(ask: AskDocs, host: string, path = "/") {
  const address = new URL(await mintDocsCode(await signedIn(member), host, path, browser.state));
  const headers = { cookie: browser.cookie };
  const reply = await ask(address.host, address.pathname + address.search, { headers });
  expect([reply.status, reply.headers.location]).toEqual([302, path]);
  const [set = ""] = reply.headers["set-cookie"] ?? [];
  return { address, set, cookie: set.split(";")[0] ?? "" };
}

const embed = (url: string): string => `/_/api/v3/embed/?url=${encodeURIComponent(url)}`;

/** Host and target, then the answer for strangers and for a member who is logged in there. */
const table: [what: string, host: string, target: string, stranger: number, reader: number][] = [
  ["a page", vault, "/en/latest/", 401, 200],
  ["a page by its file", vault, "/en/latest/index.html", 401, 200],
  ["a page with a query", vault, "/en/latest/?a=1", 401, 200],
  ["what a page is made of", vault, "/en/latest/style.css", 401, 200],
  ["a missing page", vault, "/en/latest/nothing.html", 401, 404],
  ["a folder without its slash", vault, "/en/latest/dir", 401, 302],
  ["a download", vault, "/_/downloads/en/latest/pdf/", 401, 200],
  ["a page on a domain", own, "/en/latest/", 401, 200],
  ["a page on a domain for https", secure, "/en/latest/", 401, 200],
  ["a preview", preview, "/en/8/", 401, 200],
  ["[serving L2] an embedded page", vault, embed(`http://${vault}/en/latest/`), 403, 200],
  ["[serving L2] an embedded page on a domain", own, embed(`http://${own}/en/latest/`), 403, 200],
  ["an embedded page by its other host", own, embed(`http://${vault}/en/latest/`), 403, 200],
  ["an embedded preview on its host", preview, embed(`http://${preview}/en/8/`), 403, 200],
  ["an embedded page that is missing", vault, embed(`http://${vault}/en/latest/no.html`), 403, 404],
  ["an embedded preview elsewhere", vault, embed(`http://${preview}/en/8/`), 403, 403],
  ["an embedded page from a preview", preview, embed(`http://${vault}/en/latest/`), 403, 403],
  ["an embedded page of another project", vault, embed(`http://shop.${P}/en/latest/`), 403, 403],
  ["[serving L2] an embedded public page", vault, embed(`http://${vault}/en/open/`), 200, 200],
  ["the root", vault, "/", 302, 302],
  ["a public version", vault, "/en/open/", 200, 200],
  ["an unknown version", vault, "/en/none/", 404, 404],
  ["an inactive version", vault, "/en/asleep/", 404, 404],
  ["[serving L1] no address to embed", vault, "/_/api/v3/embed/", 400, 400],
  ["[serving L1] a malformed address to embed", vault, embed("vault"), 400, 400],
  ["[serving L1] a foreign host to embed", vault, embed("https://example.org/"), 400, 400],
  ["[serving L1] the second version of embedding", vault, "/_/api/v2/embed/?url=x", 410, 410],
  ["another address of ours", vault, "/_/api/v3/projects/", 404, 404],
  ["who is logged in", vault, "/_/logout", 200, 200],
];

const served: [name: string, ask: AskDocs][] = [
  ["over sockets", overSockets],
  ["through proxy.ts", askThroughProxy],
];

describe.each(served)("private documentation %s", (_, ask) => {
  const cookies = new Map<string, string>();

  beforeAll(async () => {
    for (const host of [vault, own, secure, preview]) cookies.set(host, (await enter(ask, host)).cookie);
  });

  it.each(table)(
    "%s (%s%s) answers strangers %i and a member %i",
    async (_what, host, target, ...expected) => {
      const [stranger, reader] = expected;
      const others = [...cookies].filter(([name]) => name !== host).map(([, cookie]) => cookie);
      const tries: Record<string, string>[] = [
        {},
        { accept: "text/html" },
        { authorization: "Token abc" },
        { "x-middleware-subrequest": "proxy:proxy:proxy:proxy:proxy", "x-middleware-next": "1" },
        { "x-forwarded-host": "localhost:3000", "x-lectern-routed": "1", rsc: "1" },
        { cookie: "lectern-docs=x; __Host-lectern-docs=x.y" },
        { cookie: others.join("; ") },
      ];
      for (const headers of tries) {
        const reply = await ask(host, target, { headers });
        expect([headers, reply.status]).toEqual([headers, stranger]);
        expect(reply.text.toLowerCase()).not.toContain("secret");
        expect((await ask(host, target, { headers, method: "HEAD" })).status).toBe(stranger);
      }
      const cookie = cookies.get(host) ?? "";
      // The second answer comes from memory.
      for (let time = 0; time < 2; time += 1)
        expect((await ask(host, target, { headers: { cookie } })).status).toBe(reader);
      expect((await ask(host, target)).status).toBe(stranger);
    },
  );

  it("nothing private is kept by anybody else, whoever asks", async () => {
    for (const [, host, target, stranger] of table.filter(
      ([, , , status]) => status === 401 || status === 403,
    )) {
      for (const cookie of ["", cookies.get(host) ?? ""]) {
        const { headers } = await ask(host, target, { headers: { cookie } });
        expect([stranger, headers["cdn-cache-control"]]).toEqual([stranger, "private"]);
        expect(headers["cache-control"]).toMatch(/^(no-store|private, no-cache)$/);
        expect(headers.vary).toContain("Cookie");
      }
    }
  });

  it("a part of a page, a copy of it, and what is asked of it in another way are refused alike", async () => {
    const cookie = cookies.get(vault) ?? "";
    const { headers } = await ask(vault, "/en/latest/", { headers: { cookie } });
    const etag = headers.etag ?? "";
    const conditions: [Record<string, string>, number][] = [
      [{ range: "bytes=0-3" }, 206],
      [{ "if-none-match": etag }, 304],
      [{ "if-modified-since": new Date().toUTCString() }, 304],
    ];
    for (const [condition, reader] of conditions) {
      expect((await ask(vault, "/en/latest/", { headers: condition })).status).toBe(401);
      expect((await ask(vault, "/en/latest/", { headers: { ...condition, cookie } })).status).toBe(reader);
    }
    for (const method of ["POST", "PUT", "PATCH", "DELETE"])
      expect((await ask(vault, "/en/latest/", { method, headers: { cookie } })).status).toBe(405);
  });

  it("[serving L2] embedding is for the host's own pages: no CORS header, and the answer of the API", async () => {
    const origin = { origin: "https://app.example.org" };
    const cookie = cookies.get(vault) ?? "";
    for (const headers of [origin, {}, { ...origin, cookie }]) {
      const reply = await ask(vault, embed(`http://${vault}/en/latest/`), { headers });
      expect(Object.keys(reply.headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
      expect(reply.headers).toMatchObject({
        "content-type": "application/json",
        "x-content-type-options": "nosniff",
      });
    }
    const preflight = { ...origin, "access-control-request-method": "GET" };
    const options = await ask(vault, "/_/api/v3/embed/", { method: "OPTIONS", headers: preflight });
    expect(options.headers["access-control-allow-origin"]).toBeUndefined();

    const url = `http://${vault}/en/latest/#top`;
    const reply = await ask(vault, embed(url), { headers: { cookie } });
    expect(JSON.parse(reply.text)).toEqual({
      url,
      fragment: "top",
      content: '<h1 id="top">Secret</h1>',
      external: false,
    });
    expect(reply.headers["cache-tag"]).toBe("vault,vault:latest");
    expect(reply.headers["x-docs-build"]).toBe(String(build));
    const refused = await ask(vault, embed(url));
    expect(JSON.parse(refused.text)).toEqual({ detail: "Authentication credentials were not provided." });
    const bad = await ask(vault, embed("vault"));
    expect(JSON.parse(bad.text)).toEqual({ error: "The URL requested is malformed. url=vault" });
  });

  it("a member comes in with a cookie for that host alone, on a domain as well", async () => {
    const plain = await enter(ask, own, "/en/latest/?a=1#b");
    expect(plain.address.origin).toBe(`http://${own}`);
    expect(plain.set).toMatch(/^lectern-docs=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/);
    const https = await enter(ask, secure);
    expect(https.address.origin).toBe(`https://${secure}`);
    expect(https.set).toMatch(/^__Host-lectern-docs=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    // On a host for https a cookie without the prefix may be a neighbour's.
    const renamed = https.cookie.replace("__Host-", "");
    expect((await ask(secure, "/en/latest/", { headers: { cookie: renamed } })).status).toBe(401);
  });

  it("a code is taken once, and by the host it was made for", async () => {
    const code = async () =>
      new URL(await mintDocsCode(await signedIn(member), own, "/", browser.state)).search;
    const first = `/_/login${await code()}`;
    const coming = { headers: { cookie: browser.cookie } };
    for (const host of [vault, secure, preview]) expect((await ask(host, first, coming)).status).toBe(401);
    expect((await ask(own, first, { ...coming, method: "HEAD" })).headers["set-cookie"]).toBeUndefined();
    expect((await ask(own, first, coming)).status).toBe(302);
    expect((await ask(own, first, coming)).status).toBe(401);
  });

  it("a code is taken by the browser that was sent for it, and logs nobody else in", async () => {
    for (const [host, prefix] of [
      [vault, ""],
      [secure, "__Host-"],
    ] as const) {
      const sent = await ask(host, "/_/login?next=/en/latest/");
      const [cookie = ""] = sent.headers["set-cookie"] ?? [];
      const secured = prefix === "" ? "" : "; Secure";
      expect(cookie.replace(/=[\w-]{32};/, "=…;")).toBe(
        `${prefix}lectern-login=…; Path=/; HttpOnly; SameSite=Lax${secured}`,
      );
      const target = new URL(sent.headers.location ?? "");
      const state = target.searchParams.get("state") ?? "";
      expect(target.origin + target.pathname).toBe("http://localhost:3000/accounts/docs-login/");
      expect([target.searchParams.get("host"), target.searchParams.get("next")]).toEqual([
        host,
        "/en/latest/",
      ]);
      const { search } = new URL(await mintDocsCode(await signedIn(member), host, "/en/latest/", state));
      const [held = ""] = cookie.split(";");
      const planted = `${prefix}lectern-login=${"b".repeat(32)}`;
      for (const other of ["", browser.cookie, planted, held.toLowerCase(), `x${held}`]) {
        const refused = await ask(host, `/_/login${search}`, { headers: { cookie: other } });
        expect([other, refused.status, refused.headers["set-cookie"]]).toEqual([other, 401, undefined]);
      }
      const again = await ask(host, "/_/login?next=//evil.example", { headers: { cookie: held } });
      expect(new URL(again.headers.location ?? "").searchParams.get("state")).toBe(state);
      expect(new URL(again.headers.location ?? "").searchParams.get("next")).toBe("/");
      const taken = await ask(host, `/_/login${search}`, { headers: { cookie: `${planted}; ${held}` } });
      expect([taken.status, taken.headers.location]).toEqual([302, "/en/latest/"]);
    }
  });

  it("logging out ends reading on that host, with the next request, and nowhere else", async () => {
    const here = await enter(ask, own);
    const there = await enter(ask, vault);
    const read = async (host: string, cookie: string) =>
      (await ask(host, "/en/latest/", { headers: { cookie } })).status;
    const { cookie } = here;
    const shown = await ask(own, "/_/logout", { headers: { cookie } });
    expect(shown.text).toContain('<form method="post" action="/_/logout">');
    expect(shown.headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "same-origin",
      // A neighbour's page could otherwise lay it under the reader's pointer.
      "x-frame-options": "DENY",
    });

    for (const from of [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: `http://${vault}` },
      { origin: "null" },
    ]) {
      const refused = await ask(own, "/_/logout", { method: "POST", headers: { cookie, ...from } });
      expect([refused.status, refused.headers["set-cookie"]]).toEqual([403, undefined]);
    }
    expect(await read(own, cookie)).toBe(200);

    const headers = { cookie, origin: `http://${own}`, "sec-fetch-site": "same-origin" };
    const gone = await ask(own, "/_/logout", { method: "POST", headers });
    expect([gone.status, gone.headers.location]).toEqual([303, "/_/logout"]);
    expect(gone.headers["set-cookie"]).toEqual(["lectern-docs=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0"]);
    expect(await read(own, cookie)).toBe(401);
    expect(await read(vault, there.cookie)).toBe(200);
    expect((await ask(own, "/_/logout", { headers: { cookie } })).text).toContain("Logged out");
    const again = await ask(own, "/_/logout", { method: "POST", headers });
    expect(again.status).toBe(303);
    const written = { action: "docs_session.end", projectId: project.id, subjectLabel: own };
    expect(await db.auditEvent.count({ where: written })).toBeGreaterThan(0);
  });

  it("what has lost its domain reads nothing there any more, though the same people may read", async () => {
    const host = `moves-${ask.name}.example.org`.toLowerCase();
    await addDomain(project, host, { https: false });
    const { cookie } = await enter(ask, host);
    expect((await ask(host, "/en/latest/", { headers: { cookie } })).status).toBe(200);
    await changeSite(project.id, () => db.domain.deleteMany({ where: { host } }));
    expect((await ask(host, "/en/latest/", { headers: { cookie } })).status).toBe(404);
    await addDomain(shop, host, { https: false });
    expect((await ask(host, "/en/latest/", { headers: { cookie } })).status).toBe(401);
    const next = await enter(ask, host);
    expect((await ask(host, "/en/latest/", { headers: { cookie: next.cookie } })).status).toBe(200);
  });
});

it("redirects through proxy.ts, which have to be absolute, keep the scheme and the host that was asked", async () => {
  const redirected = async (host: string): Promise<string | null> => {
    const request = new Request(`http://${host}/en//open/?a=b`, { headers: { host } });
    return (await answerWeb(siteDirectory(), request)).headers.get("location");
  };
  expect(await redirected(vault)).toBe(`http://${vault}/en/open/?a=b`);
  expect(await redirected(own)).toBe(`http://${own}/en/open/?a=b`);
  expect(await redirected(secure)).toBe(`https://${secure}/en/open/?a=b`);
  expect(await redirected(`${secure}:8443`)).toBe(`https://${secure}:8443/en/open/?a=b`);
});
