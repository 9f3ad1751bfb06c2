import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

vi.hoisted(() => {
  process.env.DASHBOARD_URL = "https://lectern.example";
  process.env.DOCS_DOMAIN = "docs.example";
  process.env.PREVIEW_DOMAIN = "previews.example";
  process.env.TRUSTED_PROXIES = "127.0.0.0/8";
});

const { mintDocsCode } = await import("#lib/accounts/docs-sessions/commands.ts");
const { startSession } = await import("#lib/accounts/sessions/commands.ts");
const { openDocsHosts } = await import("#test/docs-client.ts");
const { browser } = await import("#test/docs-member.ts");
const { publishSite, versionOf } = await import("#test/factories/sites.ts");
const { buildOrganization, buildPerson, buildProject } = await import("#test/factories/tenants.ts");

const { ask, close } = await openDocsHosts();
afterAll(close);

const owner = await buildPerson();
const host = "site.docs.example";
const https = { "x-forwarded-proto": "https" };
const http = { "x-forwarded-proto": "http" };

beforeAll(async () => {
  const organization = await buildOrganization(owner);
  const project = await buildProject({ slug: "site", organization, privacyLevel: "private" });
  await publishSite(project, await versionOf(project, "latest"), { "index.html": "start" });
});

describe("docs hosts behind a proxy that ends https (serving.md 5, 11, 24.4)", () => {
  it.each([
    ["/", "https://site.docs.example/"],
    ["/en//latest/?a=//b", "https://site.docs.example/en//latest/?a=//b"],
    ["/nothing/here", "https://site.docs.example/nothing/here"],
  ])("[serving D9] %s moves to https before anything else", async (target, location) => {
    const reply = await ask(host, target, { headers: http });
    expect([reply.status, reply.headers.location]).toEqual([302, location]);
    expect(reply.headers["x-docs-redirect"]).toBe("http_to_https");
    expect(reply.headers).not.toHaveProperty("strict-transport-security");
  });

  it("does not move from https, nor when nobody says what it was", async () => {
    for (const headers of [https, {}, { "x-forwarded-proto": "gopher" }]) {
      const reply = await ask(host, "/", { headers });
      expect(reply.headers.location).toBe("/en/latest/");
      expect(reply.headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains; preload");
    }
    const preview = await ask("site--1.previews.example", "/", { headers: https });
    expect(preview.headers).not.toHaveProperty("strict-transport-security");
  });

  it("sets a cookie that only https and only this host get", async () => {
    const { userId, username, superuser, address, client } = owner.actor;
    const session = await startSession({ id: userId, username, isSuperuser: superuser }, { address, client });
    const member = {
      kind: "user",
      userId,
      username,
      superuser,
      address,
      client,
      sessionId: session.id,
    } as const;
    const url = new URL(
      await mintDocsCode({ ...member, authenticatedAt: new Date() }, host, "/en/latest/", browser.state),
    );
    expect(url.origin).toBe("https://site.docs.example");
    const coming = { ...https, cookie: browser.cookie };
    const reply = await ask(host, url.pathname + url.search, { headers: coming });
    const [cookie = ""] = reply.headers["set-cookie"] ?? [];
    expect(cookie).toMatch(/^__Host-lectern-docs=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    const headers = { ...https, cookie: cookie.split(";")[0]! };
    expect((await ask(host, "/en/latest/", { headers })).text).toBe("start");
  });

  it("leaves the dashboard's own host to the dashboard", async () => {
    expect((await ask("lectern.example", "/en/latest/")).status).toBe(299);
    expect((await ask("other.example", "/en/latest/")).status).toBe(404);
  });
});
