import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { apiPaths, paths, safeNext } from "./paths.ts";

/** Every page folder of the app as a pattern, route groups left out. */
function pagePatterns(folder: string, address = "/"): RegExp[] {
  const found = existsSync(join(folder, "page.tsx")) ? [new RegExp(`^${address}$`)] : [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name.startsWith("_") || entry.name === "api") continue;
    const segment = entry.name.startsWith("(") ? "" : `${entry.name.replace(/^\[.+\]$/, "[^/]+")}/`;
    found.push(...pagePatterns(join(folder, entry.name), address + segment));
  }
  return found;
}

const everyPath = [
  paths.home(),
  paths.login(),
  paths.signUp(),
  paths.confirmEmail("a b"),
  paths.projects(),
  paths.importProject(),
  paths.importManually(),
  paths.inbox(),
  paths.publicProjects(),
  paths.projectsByTag("c++ / x"),
  paths.publicProfile("ada"),
  paths.project("acme"),
  paths.versions("acme"),
  paths.version("acme", "v1.0"),
  paths.builds("acme"),
  paths.build("acme", 7),
  paths.downloads("acme"),
  paths.redirects("acme"),
  paths.newRedirect("acme"),
  paths.redirectEdit("acme", 7),
  paths.importRedirects("acme"),
  paths.environmentVariables("acme"),
  paths.projectSettings("acme"),
  paths.projectDelete("acme"),
  paths.domains("acme"),
  paths.domain("acme", 7),
  paths.subprojects("acme"),
  paths.translations("acme"),
  paths.versionSettings("acme", "v1.0"),
  paths.people("acme"),
  paths.maintainers("acme"),
  paths.projectActivity("acme"),
  paths.organizations(),
  paths.newOrganization(),
  paths.organization("acme"),
  paths.organizationMembers("acme"),
  paths.organizationTeams("acme"),
  paths.organizationTeam("acme", "writers"),
  paths.organizationOwners("acme"),
  paths.organizationShares("acme"),
  paths.organizationSettings("acme"),
  paths.organizationActivity("acme"),
  paths.organizationDelete("acme"),
  paths.profile(),
  paths.emails(),
  paths.password(),
  paths.twoFactor(),
  paths.securityLog(),
  paths.resetPassword(),
  paths.chooseNewPassword("a b"),
  paths.preferences(),
  paths.accountDelete(),
  paths.operator(),
  paths.operatorUsers(),
  paths.operatorSignUp(),
  paths.tokens(),
  paths.sessions(),
];

describe("addresses of the dashboard", () => {
  test("are these", () => {
    expect(everyPath).toEqual([
      "/",
      "/accounts/login/",
      "/accounts/signup/",
      "/accounts/confirm-email/?code=a%20b",
      "/dashboard/",
      "/dashboard/import/",
      "/dashboard/import/manual/",
      "/notifications/",
      "/projects/",
      "/projects/tags/c%2B%2B%20%2F%20x/",
      "/profiles/ada/",
      "/projects/acme/",
      "/projects/acme/versions/",
      "/projects/acme/versions/v1.0/",
      "/projects/acme/builds/",
      "/projects/acme/builds/7/",
      "/projects/acme/downloads/",
      "/dashboard/acme/redirects/",
      "/dashboard/acme/redirects/create/",
      "/dashboard/acme/redirects/7/edit/",
      "/dashboard/acme/redirects/import/",
      "/dashboard/acme/environmentvariables/",
      "/dashboard/acme/edit/",
      "/dashboard/acme/delete/",
      "/dashboard/acme/domains/",
      "/dashboard/acme/domains/7/",
      "/dashboard/acme/subprojects/",
      "/dashboard/acme/translations/",
      "/dashboard/acme/version/v1.0/edit/",
      "/dashboard/acme/people/",
      "/dashboard/acme/users/",
      "/dashboard/acme/security-log/",
      "/organizations/",
      "/organizations/create/",
      "/organizations/acme/",
      "/organizations/acme/members/",
      "/organizations/acme/teams/",
      "/organizations/acme/teams/writers/",
      "/organizations/acme/owners/",
      "/organizations/acme/shares/",
      "/organizations/acme/edit/",
      "/organizations/acme/security-log/",
      "/organizations/acme/delete/",
      "/accounts/edit/",
      "/accounts/email/",
      "/accounts/password/change/",
      "/accounts/2fa/",
      "/accounts/security-log/",
      "/accounts/password/reset/",
      "/accounts/password/reset/key/?code=a%20b",
      "/accounts/preferences/",
      "/accounts/delete/",
      "/operator/",
      "/operator/users/",
      "/operator/sign-up/",
      "/accounts/tokens/",
      "/accounts/sessions/",
    ]);
  });
  test("each has a page", () => {
    const patterns = pagePatterns(join(import.meta.dirname, "../app"));
    expect(
      everyPath.filter((path) => !patterns.some((pattern) => pattern.test(path.replace(/\?.*/, "")))),
    ).toEqual([]);
  });
  test("names are encoded", () => {
    expect(paths.project("a/b?c")).toBe("/projects/a%2Fb%3Fc/");
  });
});

describe("addresses of the API", () => {
  test("are these", () => {
    expect({
      root: apiPaths.root(),
      projects: apiPaths.projects(),
      project: apiPaths.project("acme"),
      syncVersions: apiPaths.syncVersions("acme"),
      versions: apiPaths.versions("acme"),
      version: apiPaths.version("acme", "v1.0"),
      versionBuilds: apiPaths.versionBuilds("acme", "v1.0"),
      builds: apiPaths.builds("acme"),
      build: apiPaths.build("acme", 7),
      buildCommands: apiPaths.buildCommands("acme", 7),
      buildEvents: apiPaths.buildEvents("acme", 7),
      buildCancel: apiPaths.buildCancel("acme", 7),
      buildRetry: apiPaths.buildRetry("acme", 7),
      organizations: apiPaths.organizations(),
      account: apiPaths.account(),
      signUp: apiPaths.signUp(),
      password: apiPaths.password(),
      tokens: apiPaths.tokens(),
      token: apiPaths.token(3),
      sessions: apiPaths.sessions(),
      session: apiPaths.session("abc"),
    }).toEqual({
      root: "/api/v3/",
      projects: "/api/v3/projects/",
      project: "/api/v3/projects/acme/",
      syncVersions: "/api/v3/projects/acme/sync-versions/",
      versions: "/api/v3/projects/acme/versions/",
      version: "/api/v3/projects/acme/versions/v1.0/",
      versionBuilds: "/api/v3/projects/acme/versions/v1.0/builds/",
      builds: "/api/v3/projects/acme/builds/",
      build: "/api/v3/projects/acme/builds/7/",
      buildCommands: "/api/v3/projects/acme/builds/7/commands/",
      buildEvents: "/api/v3/projects/acme/builds/7/events/",
      buildCancel: "/api/v3/projects/acme/builds/7/cancel/",
      buildRetry: "/api/v3/projects/acme/builds/7/retry/",
      organizations: "/api/v3/organizations/",
      account: "/api/v3/account/",
      signUp: "/api/v3/account/sign-up/",
      password: "/api/v3/account/password/",
      tokens: "/api/v3/account/tokens/",
      token: "/api/v3/account/tokens/3/",
      sessions: "/api/v3/account/sessions/",
      session: "/api/v3/account/sessions/abc/",
    });
  });
});

describe("the way back after logging in", () => {
  test.each([
    ["/dashboard/", "/dashboard/"],
    ["/projects/a/?x=1#y", "/projects/a/?x=1#y"],
    ["//evil.example/", null],
    ["/\\evil.example/", null],
    ["https://evil.example/", null],
    ["/a\nb", null],
    ["", null],
    [null, null],
  ])("%j becomes %j", (given, expected) => {
    expect(safeNext(given)).toBe(expected);
  });
});
