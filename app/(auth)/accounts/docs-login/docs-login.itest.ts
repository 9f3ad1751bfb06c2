import { beforeAll, describe, expect, test } from "vitest";
import { GET } from "#app/(auth)/accounts/docs-login/route.ts";
import { sessionCookie } from "#lib/auth/cookies.ts";
import { sessionToken } from "#lib/auth/session-token.ts";
import { buildSession } from "#test/factories/accounts.ts";
import { publishSite, versionOf } from "#test/factories/sites.ts";
import { buildOrganization, buildPerson, buildProject } from "#test/factories/tenants.ts";

const dashboard = "http://localhost:3000";
const host = "manual.docs.localhost:3000";
let cookie: string;

beforeAll(async () => {
  const owner = await buildPerson();
  const organization = await buildOrganization(owner);
  const project = await buildProject({ slug: "manual", organization, privacyLevel: "private" });
  await publishSite(project, await versionOf(project, "latest"), { "index.html": "start" });
  cookie = `${sessionCookie.name}=${await sessionToken((await buildSession(owner)).id)}`;
});

const ask = async (query: Record<string, string>, headers: Record<string, string> = {}) => {
  const address = `${dashboard}/accounts/docs-login/?${new URLSearchParams(query)}`;
  const { status, headers: told } = await GET(new Request(address, { headers }));
  return [status, told.get("location")];
};

describe("where docs hosts send members to log in", () => {
  test("whoever comes from elsewhere goes there first, to be known again when they come back", async () => {
    const start = [302, `http://${host}/_/login?next=%2Fen%2Flatest%2F`];
    expect(await ask({ host, next: "/en/latest/" })).toEqual(start);
    expect(await ask({ host, next: "/en/latest/" }, { cookie })).toEqual(start);
    expect(await ask({ host, next: "//evil.example" })).toEqual([302, `http://${host}/_/login?next=%2F`]);
  });

  test.each(["evil.example", "nobody.docs.localhost:3000", "localhost:3000", ""])(
    "the host %j is none of ours",
    async (other) => {
      expect(await ask({ host: other, next: "/" })).toEqual([404, null]);
      expect(await ask({ host: other, next: "/", state: "s" }, { cookie })).toEqual([404, null]);
    },
  );

  test("a browser that is known logs in, and comes back as the same", async () => {
    const query = { host, next: "/en/latest/", state: "s" };
    const [status, location] = await ask(query);
    expect(status).toBe(302);
    const login = new URL(String(location));
    expect(login.pathname).toBe("/accounts/login/");
    const again = new URL(login.searchParams.get("next") ?? "", dashboard);
    expect([again.pathname, Object.fromEntries(again.searchParams)]).toEqual([
      "/accounts/docs-login/",
      query,
    ]);
    const [, taken] = await ask(query, { cookie });
    expect(taken).toMatch(/^http:\/\/manual\.docs\.localhost:3000\/_\/login\?code=[\w-]+$/);
  });
});
