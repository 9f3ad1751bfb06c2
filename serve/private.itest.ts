import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exchangeDocsCode, mintDocsCode } from "#lib/accounts/docs-sessions/commands.ts";
import { endSession, startSession } from "#lib/accounts/sessions/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { openDocsHosts } from "#test/docs-client.ts";
import { browser } from "#test/docs-member.ts";
import { changeSite, publishSite, versionOf } from "#test/factories/sites.ts";
import {
  buildOrganization,
  buildPerson,
  buildProject,
  buildTeam,
  buildVersion,
  type Person,
} from "#test/factories/tenants.ts";

const { ask: askDocs, close } = await openDocsHosts();
const P = "docs.localhost:3000";
const E = "previews.localhost:3000";

async function ask(host: string, path: string, headers: Record<string, string> = {}, method = "GET") {
  const sent = path.startsWith("/_/login") ? { cookie: browser.cookie, ...headers } : headers;
  const { status, headers: got, text } = await askDocs(host, path, { headers: sent, method });
  return { status, headers: got, body: text };
}

let owner: Person;
let member: Person;
let outsider: Person;
let closed: { id: number; slug: string };
let team: { id: number };

async function signedIn(person: Person) {
  const caller = { address: "192.0.2.1", client: "test" };
  const session = await startSession(
    { id: person.id, username: person.username, isSuperuser: false },
    caller,
  );
  const { userId, username, superuser, address, client } = person.actor;
  return {
    kind: "user",
    userId,
    username,
    superuser,
    address,
    client,
    sessionId: session.id,
    authenticatedAt: new Date(),
  } as const;
}

/** Logs somebody in on a docs host the way their browser would; returns the Cookie header. */
async function enter(person: Person, host: string, path: string) {
  const actor = await signedIn(person);
  const address = new URL(await mintDocsCode(actor, host, path, browser.state));
  const reply = await ask(address.host, address.pathname + address.search);
  expect([reply.status, reply.headers.location]).toEqual([302, path]);
  return { actor, reply, cookie: reply.headers["set-cookie"]![0]!.split(";")[0]! };
}

beforeAll(async () => {
  [owner, member, outsider] = [await buildPerson(), await buildPerson(), await buildPerson()];
  const organization = await buildOrganization(owner);
  closed = await buildProject({
    slug: "closed",
    organization,
    privacyLevel: "private",
    externalBuildsPrivacyLevel: "private",
  });
  await publishSite(closed, await versionOf(closed, "latest"), {
    "index.html": "secret start",
    "style.css": "secret style",
    "404.html": "secret 404",
    "dir/index.html": "secret dir",
  });
  const open = await buildVersion(closed, { slug: "open", privacyLevel: "public" });
  await publishSite(closed, open, { "index.html": "open start" });
  const preview = await buildVersion(closed, {
    slug: "8",
    type: "external",
    pullNumber: 8,
    pullState: "open",
  });
  await publishSite(closed, preview, { "index.html": "secret preview" });
  team = await buildTeam(organization, { members: [member], projects: [closed] });
  await buildTeam(organization, { members: [outsider] });
});
afterAll(close);

const host = `closed.${P}`;
const navigation = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

describe("private versions and strangers (serving.md 13)", () => {
  it.each([
    ["GET", "/en/latest/"],
    ["HEAD", "/en/latest/"],
    ["GET", "/en/latest/style.css"],
    ["GET", "/en/latest/nothing-here.html"],
    ["GET", "/en/latest/dir"],
  ])("%s %s → 401, whether the page exists or not", async (method, path) => {
    for (const extra of [{}, { range: "bytes=0-3" }, { "if-none-match": "*" }]) {
      const reply = await ask(host, path, { ...navigation, ...extra }, method);
      expect(reply.status).toBe(401);
      expect(reply.body).not.toContain("secret");
      expect(reply.headers).toMatchObject({
        "cache-control": "no-store",
        "cdn-cache-control": "private",
        "www-authenticate": 'Token realm="docs"',
        "x-robots-tag": "noindex",
      });
      expect(reply.headers["referrer-policy"] ?? "no-referrer").toBe("no-referrer");
      expect(reply.headers).not.toHaveProperty("x-docs-project");
      expect(reply.headers).not.toHaveProperty("etag");
    }
  });

  it("shows people a log-in link that leads back, small and without script", async () => {
    const { body } = await ask(host, "/en/latest/a%20b?x=1&y", navigation);
    expect(body).toContain("<h1>Authorization required</h1>");
    expect(body).toContain(
      `href="http://localhost:3000/accounts/docs-login/?host=closed.docs.localhost%3A3000&amp;next=%2Fen%2Flatest%2Fa%2520b%3Fx%3D1%26y"`,
    );
    expect(body).not.toMatch(/<script|latest<|closed</);
    expect(Buffer.byteLength(body)).toBeLessThan(5000);
  });

  it("sends nothing to what is not a page, and one line to a token that grants nothing", async () => {
    expect(await ask(host, "/en/latest/style.css", { accept: "text/css" })).toMatchObject({
      status: 401,
      body: "",
    });
    const token = await ask(host, "/en/latest/", { ...navigation, authorization: "Token abc" });
    expect(token).toMatchObject({ status: 401, body: "This token gives no access to this page.\n" });
    expect(token.headers).not.toHaveProperty("set-cookie");
  });

  it("lets redirects, public versions and what is missing answer as for anyone", async () => {
    expect((await ask(host, "/")).headers.location).toBe("/en/latest/");
    expect(await ask(host, "/en/open/")).toMatchObject({ status: 200, body: "open start" });
    expect((await ask(host, "/en/nope/")).status).toBe(404);
    expect((await ask(host, "/en/nope/")).body).not.toContain("secret");
    expect((await ask(host, "/en/open/nope")).body).not.toContain("/en/latest/");
  });

  it.each([
    "lectern-docs=",
    "lectern-docs=00000000-0000-4000-8000-000000000000.AAAA",
    "lectern-docs=x.y.z; lectern-docs=",
    `lectern-docs=${"a".repeat(3000)}`,
  ])("is not impressed by the cookie %.40s", async (cookie) => {
    expect((await ask(host, "/en/latest/", { cookie })).status).toBe(401);
  });
});

describe("members (architecture: docs hosts)", () => {
  it("read after logging in, on that host only, with a host-only cookie", async () => {
    const { reply, cookie } = await enter(member, host, "/en/latest/?a=1#b");
    expect(reply.headers["set-cookie"]![0]).toMatch(/^lectern-docs=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(reply.headers["cache-control"]).toBe("no-store");
    const page = await ask(host, "/en/latest/", { cookie });
    expect(page).toMatchObject({ status: 200, body: "secret start" });
    expect(page.headers).toMatchObject({
      "cache-control": "private, no-cache",
      vary: "Cookie, Authorization",
      "cdn-cache-control": "private",
    });
    expect(await ask(host, "/en/latest/nope", { cookie })).toMatchObject({ status: 404, body: "secret 404" });
    expect((await ask(host, "/en/latest/dir", { cookie })).headers.location).toBe("/en/latest/dir/");
    // The same page again comes from memory; it must not be there for others.
    expect((await ask(host, "/en/latest/", { cookie })).status).toBe(200);
    expect((await ask(host, "/en/latest/")).status).toBe(401);
    expect((await ask(`closed--8.${E}`, "/en/8/", { cookie })).status).toBe(401);
    const other = await enter(member, `closed--8.${E}`, "/en/8/");
    expect(await ask(`closed--8.${E}`, "/en/8/", { cookie: other.cookie })).toMatchObject({
      body: "secret preview",
    });
    expect((await ask(host, "/en/latest/", { cookie: other.cookie })).status).toBe(401);
  });

  it("come back to a page whose name is not ASCII", async () => {
    const address = new URL(
      await mintDocsCode(await signedIn(member), host, "/en/latest/文.html", browser.state),
    );
    const reply = await ask(host, address.pathname + address.search);
    expect([reply.status, reply.headers.location]).toEqual([302, "/en/latest/%E6%96%87.html"]);
  });

  it("planted cookies do not shut them out", async () => {
    const { cookie } = await enter(member, host, "/en/latest/");
    for (const count of [1, 5]) {
      const planted = "lectern-docs=planted; ".repeat(count);
      expect((await ask(host, "/en/latest/", { cookie: `${planted}${cookie}` })).status).toBe(200);
    }
  });

  it("a code works once, on its host, for a minute, while the session lasts", async () => {
    const actor = await signedIn(member);
    const take = async (address: string, on: string) => {
      const { search } = new URL(address);
      return (await ask(on, `/_/login${search}`)).status;
    };
    const first = await mintDocsCode(actor, host, "/en/latest/", browser.state);
    expect(await take(first, `closed--8.${E}`)).toBe(401);
    expect(await take(first, host)).toBe(302);
    expect(await take(first, host)).toBe(401);
    const both = await mintDocsCode(actor, host, "/", browser.state);
    const racing = await Promise.all([take(both, host), take(both, host), take(both, host)]);
    expect(racing.sort()).toEqual([302, 401, 401]);

    const late = await mintDocsCode(actor, host, "/", browser.state);
    const realNow = clock.now;
    clock.now = () => new Date(Date.now() + 61_000);
    try {
      expect(await take(late, host)).toBe(401);
    } finally {
      clock.now = realNow;
    }
    const orphan = await mintDocsCode(actor, host, "/", browser.state);
    await endSession(actor, { id: actor.sessionId });
    expect(await take(orphan, host)).toBe(401);
    for (const code of ["?code=", "?code=abc", "?code=%00"])
      expect(await take(`http://x/${code}`, host)).not.toBe(302);
  });

  it("a code is refused to those who may not read, and for hosts that are not ours", async () => {
    const stranger = await signedIn(outsider);
    await expect(mintDocsCode(stranger, host, "/en/latest/", browser.state)).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(mintDocsCode(stranger, host, "/", browser.state)).rejects.toMatchObject({
      code: "forbidden",
    });
    for (const bad of [
      "evil.example",
      "docs.localhost",
      "",
      "nobody.docs.localhost:3000",
      "localhost:3000",
    ]) {
      await expect(mintDocsCode(stranger, bad, "/", browser.state)).rejects.toMatchObject({
        code: "not_found",
      });
    }
  });

  it("somebody without a part in the project is sent to its public pages unnamed", async () => {
    const stranger = await signedIn(outsider);
    const address = await mintDocsCode(stranger, host, "/en/open/?a=1", browser.state);
    expect(address).toBe(`http://${host}/en/open/?a=1`);
    const { sessionId } = stranger;
    expect(await db.oneTimeCode.count({ where: { userId: outsider.id, purpose: "docs_login" } })).toBe(0);
    expect(await db.docsSession.count({ where: { sessionId } })).toBe(0);
    const known = await mintDocsCode(await signedIn(member), host, "/en/open/", browser.state);
    expect(known).toContain("/_/login?code=");
  });

  it.each([
    "//evil.example",
    "/\\evil.example",
    "https://evil.example/",
    "/a\r\nb",
    "/_/login?code=x",
    "javascript:alert(1)",
    "",
  ])("comes back to the start when asked for %j", async (path) => {
    const address = new URL(await mintDocsCode(await signedIn(member), host, path, browser.state));
    expect((await ask(host, address.pathname + address.search)).headers.location).toBe("/");
  });

  it("ends after sign-out, removal from the team, or closing of the account", async () => {
    const gone = (cookie: string) =>
      expect
        .poll(async () => (await ask(host, "/en/latest/", { cookie })).status, { timeout: 15_000 })
        .not.toBe(200);
    const first = await enter(member, host, "/en/latest/");
    expect((await ask(host, "/en/latest/", { cookie: first.cookie })).status).toBe(200);
    await endSession(first.actor, { id: first.actor.sessionId });
    await gone(first.cookie);

    const second = await enter(member, host, "/en/latest/");
    await changeSite(closed.id, () => db.teamMember.deleteMany({ where: { teamId: team.id } }));
    await gone(second.cookie);
    const page = await ask(host, "/en/latest/", { cookie: second.cookie, ...navigation });
    expect(page.body).toContain("has no access to this page");

    const third = await enter(owner, host, "/en/latest/");
    await changeSite(closed.id, () =>
      db.user.update({ where: { id: owner.id }, data: { deactivatedAt: new Date() } }),
    );
    await gone(third.cookie);
  });

  it("spending a code writes history", async () => {
    const events = await db.auditEvent.count({
      where: { action: "docs_session.start", projectId: closed.id },
    });
    expect(events).toBeGreaterThan(3);
    expect(
      await exchangeDocsCode("nothing", {
        host,
        secure: false,
        address: "192.0.2.1",
        client: "",
        states: [],
      }),
    ).toBeNull();
  });
});
