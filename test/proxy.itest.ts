import { NextRequest } from "next/server";
import { describe, expect, it } from "vitest";
import { sessionCookie } from "#lib/auth/cookies.ts";
import { sessionToken } from "#lib/auth/session-token.ts";
import { proxy } from "#proxy.ts";

async function ask(target: string, options: { method?: string; cookie?: string; host?: string } = {}) {
  const host = options.host ?? "localhost:3000";
  const headers = { host, ...(options.cookie ? { cookie: options.cookie } : {}) };
  const response = await proxy(
    new NextRequest(`http://${host}${target}`, { method: options.method ?? "GET", headers }),
  );
  const goesOn = response.headers.get("x-middleware-next") === "1";
  return goesOn ? "goes on" : `${response.status} ${response.headers.get("location") ?? ""}`;
}

const base = "http://localhost:3000";

describe("addresses of the dashboard and the API", () => {
  it.each([
    ["/dashboard", "GET", `308 ${base}/dashboard/`],
    ["/projects/pip?a=1&b", "GET", `308 ${base}/projects/pip/?a=1&b`],
    ["/api/v3/projects", "GET", `301 ${base}/api/v3/projects/`],
    ["/api/v3/projects?limit=1", "GET", `301 ${base}/api/v3/projects/?limit=1`],
    ["/api/v3/projects", "POST", `301 ${base}/api/v3/projects/`],
    ["/api/v3/projects/pip/versions/v1.0", "GET", `301 ${base}/api/v3/projects/pip/versions/v1.0/`],
    ["/api/v3/projects/", "GET", "goes on"],
    ["/api/v3/openapi.json", "GET", "goes on"],
    ["/api/auth/csrf", "GET", "goes on"],
    ["/", "GET", "goes on"],
    ["/favicon.ico", "GET", "goes on"],
    ["/_next/static/chunk", "GET", "goes on"],
    ["/projects/pip/", "GET", "goes on"],
    ["/accounts/login/", "GET", "goes on"],
    ["/accounts/signup/", "GET", "goes on"],
    ["/accounts/docs-login/?host=x&next=/", "GET", "goes on"],
  ])("%s %s → %s", async (target, method, expected) => {
    expect(await ask(target, { method })).toBe(expected);
  });

  it("stays on the host that was asked", async () => {
    expect(await ask("/dashboard", { host: "127.0.0.1:3000" })).toBe("308 http://127.0.0.1:3000/dashboard/");
  });
});

describe("framing", () => {
  it.each(["/", "/accounts/login/", "/projects/pip/", "/api/auth/signout"])(
    "no page may show %s inside itself",
    async (target) => {
      const { headers } = await proxy(
        new NextRequest(`${base}${target}`, { headers: { host: "localhost:3000" } }),
      );
      expect(headers.get("content-security-policy")).toBe("frame-ancestors 'none'");
      expect(headers.get("x-frame-options")).toBe("DENY");
    },
  );
});

describe("signed-out people", () => {
  it.each([
    ["/dashboard/", "/accounts/login/?next=%2Fdashboard%2F"],
    ["/dashboard/pip/edit/?tab=1", "/accounts/login/?next=%2Fdashboard%2Fpip%2Fedit%2F%3Ftab%3D1"],
    ["/accounts/tokens/", "/accounts/login/?next=%2Faccounts%2Ftokens%2F"],
    ["/accounts/edit/", "/accounts/login/?next=%2Faccounts%2Fedit%2F"],
    ["/accounts/sessions/", "/accounts/login/?next=%2Faccounts%2Fsessions%2F"],
  ])("are sent from %s to log in", async (target, location) => {
    for (const cookie of ["", `${sessionCookie.name}=`, `${sessionCookie.name}=forged`]) {
      expect(await ask(target, { cookie })).toBe(`302 ${base}${location}`);
    }
  });

  it("with a sealed cookie go on, to where its session is looked up", async () => {
    const token = await sessionToken("3f1b3c1e-5a0e-4a57-9d52-9a3b1f0c2d4e");
    expect(await ask("/dashboard/", { cookie: `${sessionCookie.name}=${token}` })).toBe("goes on");
  });
});
