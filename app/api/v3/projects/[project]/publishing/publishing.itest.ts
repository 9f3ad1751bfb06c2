import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { env } from "#lib/platform/env.ts";
import { digestBuild } from "#lib/publishing/diffs/commands.ts";
import { api } from "#test/api.ts";
import { openDocsHosts } from "#test/docs-client.ts";
import { publishSite, versionOf } from "#test/factories/sites.ts";
import {
  buildHome,
  buildPerson,
  buildProject,
  buildVersion,
  type Person,
  watchSites,
} from "#test/factories/tenants.ts";

const { ask, close } = await openDocsHosts();
afterAll(close);

describe.each(["business", "community"] as const)("published pages in the %s edition", (edition) => {
  let owner: Person;
  let docs: { id: number; slug: string };
  const at = () => `/projects/${docs.slug}/publishing/`;
  const host = () => `${docs.slug}.docs.localhost:3000`;

  beforeEach(async () => {
    env.EDITION = edition;
    owner = await buildPerson();
    docs = await buildProject({ ...(await buildHome(owner)), privacyLevel: "public" });
  });

  test("of a project that decides nothing may be listed, and previews are compared with latest", async () => {
    expect(await api(owner).get(at())).toMatchObject({
      status: 200,
      body: {
        search_engines: true,
        diff_base: null,
        extension_requests: true,
        _links: {
          _self: `http://localhost:3000/api/v3${at()}`,
          project: `http://localhost:3000/api/v3/projects/${docs.slug}/`,
        },
      },
    });
  });

  test("[serving I7] [serving K4] search engines are kept away from every page, and may find that out", async () => {
    await publishSite(docs, await versionOf(docs, "latest"), { "index.html": "start" });
    const hidden = await buildVersion(docs, { slug: "old", hidden: true, privacyLevel: "public" });
    const told = async (path: string) => (await ask(host(), path)).headers["x-robots-tag"];
    const robots = async () => (await ask(host(), "/robots.txt")).text;
    const paths = ["/", "/en/latest/", "/en/nope/", "/robots.txt"];
    for (const path of paths) expect(await told(path)).toBeUndefined();
    expect(await robots()).toContain(`Disallow: /en/${hidden.slug}/`);

    const changed = await watchSites(docs);
    const { status, body } = await api(owner).patch(at(), { search_engines: false });
    expect([status, body.search_engines]).toEqual([200, false]);
    expect(await changed()).toEqual([true]);
    for (const path of paths) await expect.poll(() => told(path)).toBe("noindex");
    expect(await robots()).toBe("User-agent: *\nDisallow:\n");

    await api(owner).patch(at(), { search_engines: true });
    for (const path of paths) await expect.poll(() => told(path)).toBeUndefined();
    const history = await db.auditEvent.findMany({
      where: { projectId: docs.id, action: "project.update" },
      select: { changes: true },
      orderBy: { id: "asc" },
    });
    expect(history.map(({ changes }) => changes)).toEqual([
      { robotsNoindex: { from: false, to: true } },
      { robotsNoindex: { from: true, to: false } },
    ]);
  });

  test("previews are compared with the version that is chosen, also when that is renamed", async () => {
    await db.project.update({ where: { id: docs.id }, data: { externalBuildsEnabled: true } });
    const page = (text: string) => `<main><p>${text}</p></main>`;
    const digest = (build: number) => digestBuild(build, new AbortController().signal);
    const open = { privacyLevel: "public" } as const;
    await publishSite(docs, await versionOf(docs, "latest"), { "latest.html": page("latest") });
    const next = await buildVersion(docs, { slug: "next", ...open });
    const base = await publishSite(docs, next, { "next.html": page("next") });

    const { status, body } = await api(owner).patch(at(), { diff_base: "next" });
    expect([status, body.diff_base]).toEqual([200, "next"]);
    const jobs = await db.$queryRaw<unknown[]>`
      select 1 from pgboss.job where name = 'page.digest' and data->>'buildId' = ${String(base)}`;
    expect(jobs).toHaveLength(2);

    const preview = await buildVersion(docs, { slug: "17", type: "external", pullNumber: 17 });
    await digest(await publishSite(docs, preview, { "next.html": page("mine") }));
    const diff = async () => (await api(owner).get(`/projects/${docs.slug}/versions/17/diff/`)).body;
    expect(await diff()).toMatchObject({ base: { version: "next", build: base }, modified: ["next.html"] });

    const renamed = await api(owner).put(`/projects/${docs.slug}/versions/next/slug/`, { slug: "main" });
    expect(renamed.status).toBe(200);
    expect((await api(owner).get(at())).body.diff_base).toBe("main");
    expect(await diff()).toMatchObject({ base: { version: "main", build: base } });

    for (const none of [null, ""]) {
      expect((await api(owner).patch(at(), { diff_base: none })).body.diff_base).toBeNull();
    }
  });

  test.each([
    [{ diff_base: "nowhere" }, { diff_base: ["Object with slug=nowhere does not exist."] }],
    [{ diff_base: "18" }, { diff_base: ["Object with slug=18 does not exist."] }],
    [{ search_engines: "maybe" }, { search_engines: ["Must be a valid boolean."] }],
    [{ search_engines: null }, { search_engines: ["This field may not be null."] }],
  ])("refused: %j", async (body, expected) => {
    await buildVersion(docs, { slug: "18", type: "external", pullNumber: 18 });
    expect(await api(owner).patch(at(), body)).toMatchObject({ status: 400, body: expected });
  });

  test("of two changes made from one reading, the second is refused", async () => {
    const { headers } = await api(owner).get(at());
    const condition = { "If-Match": headers.get("etag") ?? "" };
    expect((await api(owner).patch(at(), { search_engines: false }, condition)).status).toBe(200);
    expect((await api(owner).patch(at(), { search_engines: true }, condition)).status).toBe(412);
  });
});
