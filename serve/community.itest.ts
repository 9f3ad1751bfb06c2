import { afterAll, beforeAll, expect, it, vi } from "vitest";

vi.hoisted(() => {
  process.env.EDITION = "community";
});

const { openDocsHosts } = await import("#test/docs-client.ts");
const { publishSite, versionOf } = await import("#test/factories/sites.ts");
const { buildProject, buildVersion } = await import("#test/factories/tenants.ts");

const { ask, close } = await openDocsHosts();
afterAll(close);

beforeAll(async () => {
  const project = await buildProject({
    slug: "shared",
    privacyLevel: "private",
    externalBuildsPrivacyLevel: "private",
  });
  await publishSite(project, await versionOf(project, "latest"), { "index.html": "start" });
  const preview = await buildVersion(project, {
    slug: "3",
    type: "external",
    pullNumber: 3,
    pullState: "open",
    privacyLevel: "private",
  });
  await publishSite(project, preview, { "index.html": "preview" });
});

it("[serving I3] the community edition serves everything to everybody, and lets missing pages be cached", async () => {
  const page = await ask("shared.docs.localhost:3000", "/en/latest/");
  expect([page.status, page.text, page.headers["cdn-cache-control"]]).toEqual([200, "start", "public"]);
  expect((await ask("shared--3.previews.localhost:3000", "/en/3/")).text).toBe("preview");
  const missing = await ask("shared.docs.localhost:3000", "/en/latest/nothing");
  expect([missing.status, missing.headers["cdn-cache-control"]]).toEqual([404, "public"]);
});

it("[serving P10] the community edition has no shares: what would be theirs is not found", async () => {
  for (const target of ["/_/sharing/", "/_/sharing/lcl_x", "/_/sharing/lcl_x/ask", "/_/sharing/logout"]) {
    for (const method of ["GET", "HEAD", "POST"]) {
      const reply = await ask("shared.docs.localhost:3000", target, { method });
      expect([target, method, reply.status]).toEqual([target, method, 404]);
      expect(reply.headers["set-cookie"]).toBeUndefined();
    }
  }
});
