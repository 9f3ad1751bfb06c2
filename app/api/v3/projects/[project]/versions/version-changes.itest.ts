import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { listen } from "#lib/platform/db/listen.ts";
import { api } from "#test/api.ts";
import { buildBuild, buildCompany, buildToken, buildVersion } from "#test/factories/tenants.ts";

const visitor = api();

const company = await buildCompany();
const { owner } = company;

describe("PATCH …/versions/<version>/", () => {
  let project: { id: number; slug: string };
  let version: { id: number; slug: string };
  let path: string;
  const changed: string[] = [];
  const stored = () => db.version.findUniqueOrThrow({ where: { id: version.id }, include: { builds: true } });

  beforeAll(async () => void (await listen("site_changed", (id) => changed.push(id))));
  beforeEach(async () => {
    project = await company.project();
    version = await buildVersion(project, { slug: "v1" });
    path = `/projects/${project.slug}/versions/v1/`;
  });

  it("[api C8] partial_update: 401, 403, 204; names stay", async () => {
    const body = { active: false, hidden: true, slug: "other", verbose_name: "other", built: true };
    expect((await visitor.patch(path, body)).status).toBe(401);
    expect((await api(company.stranger).patch(path, body)).status).toBe(403);
    const answer = await api(owner).patch(path, body);
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect((await api(owner).get(path)).body).toMatchObject({
      slug: "v1",
      verbose_name: "v1",
      active: false,
      hidden: true,
      built: false,
    });
  });

  it("[api C12] others may not: read-only members and tokens, strangers to a private project; nobody a pull request", async () => {
    expect((await api(company.reader).patch(path, {})).status).toBe(403);
    const { token } = await buildToken(owner, { scope: "read" });
    expect((await api({ token }).patch(path, {})).status).toBe(403);
    const closed = await company.project({ privacyLevel: "private" });
    expect((await api(company.stranger).patch(`/projects/${closed.slug}/versions/latest/`, {})).status).toBe(
      404,
    );
    await buildVersion(project, { slug: "42", type: "external", pullNumber: 42 });
    for (const slug of ["42", "absent"])
      expect((await api(owner).patch(`/projects/${project.slug}/versions/${slug}/`, {})).status).toBe(404);
  });

  it("[api C9] privacy_levels_enabled: stored; invalid → 400", async () => {
    expect((await api(owner).patch(path, { privacy_level: "private" })).status).toBe(204);
    expect((await visitor.get(path)).status).toBe(404);
    const { status, body } = await api(owner).patch(path, { privacy_level: "x", active: "x", hidden: null });
    expect(status).toBe(400);
    expect(body).toEqual({
      privacy_level: ['"x" is not a valid choice.'],
      active: ["Must be a valid boolean."],
      hidden: ["This field may not be null."],
    });
  });

  it("[api C10] activate: one build is started, its files are no longer due to go", async () => {
    await db.version.update({ where: { id: version.id }, data: { active: false, filesPurgeAt: new Date() } });
    expect((await api(owner).patch(path, { active: true })).status).toBe(204);
    expect(await stored()).toMatchObject({
      active: true,
      filesPurgeAt: null,
      builds: [{ state: "triggered", trigger: "activation" }],
    });
    await api(owner).patch(path, { active: true });
    expect((await stored()).builds).toHaveLength(1);
  });

  it("activate: no build while the project may not build", async () => {
    await db.version.update({ where: { id: version.id }, data: { active: false } });
    await db.project.update({
      where: { id: project.id },
      data: { buildsOffAt: new Date(), buildsOffReason: "failures" },
    });
    expect((await api(owner).patch(path, { active: true })).status).toBe(204);
    expect((await stored()).builds).toHaveLength(0);
  });

  it("[api C11] deactivate: off the site at once, only this version, builds cancelled, none started", async () => {
    const other = await buildVersion(project, { slug: "v2" });
    await buildBuild(project, other, { publish: true });
    await buildBuild(project, version, { publish: true });
    const waiting = await buildBuild(project, version, { state: "triggered" });
    expect((await api(owner).patch(path, { active: false })).status).toBe(204);
    const row = await stored();
    expect(row.publishedBuildId).toBeNull();
    expect(row.deactivatedAt).not.toBeNull();
    expect((row.filesPurgeAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(6 * 86_400_000);
    expect(row.builds).toHaveLength(2);
    expect(row.builds.find(({ id }) => id === waiting.id)).toMatchObject({ state: "cancelled" });
    expect(await db.cancellation.findUnique({ where: { buildId: waiting.id } })).toMatchObject({
      reason: "deactivated",
    });
    expect(await db.publication.findFirst({ where: { versionId: version.id } })).toMatchObject({
      endReason: "deactivated",
    });
    expect((await visitor.get(`/projects/${project.slug}/versions/v2/`)).body.built).toBe(true);
    expect((await visitor.get(path)).body.built).toBe(false);
  });

  it("every change tells the docs hosts, an empty one too", async () => {
    for (const body of [{}, { hidden: true }, { active: false }]) {
      changed.length = 0;
      expect((await api(owner).patch(path, body)).status).toBe(204);
      await expect.poll(() => changed).toContain(String(project.id));
    }
    expect((await api(owner).put(path, {})).status).toBe(204);
  });

  it("If-Match: the second of two writers learns that it is late", async () => {
    const tag = (await api(owner).get(path)).headers.get("etag") ?? "";
    expect((await api(owner).patch(path, { hidden: true }, { "if-match": tag })).status).toBe(204);
    expect((await api(owner).patch(path, { hidden: false }, { "if-match": tag })).status).toBe(412);
    expect((await stored()).hidden).toBe(true);
  });

  it("many switches at once leave one state and no crash", async () => {
    const answers = await Promise.all(
      [false, true, false, true].map((active) => api(owner).patch(path, { active })),
    );
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    const { active, builds } = await stored();
    expect(builds.filter((build) => build.state === "triggered").length).toBe(
      active && builds.length > 0 ? 1 : 0,
    );
  });

  it("POST and DELETE: 401 for visitors, 403 for strangers, 405 for admins", async () => {
    for (const method of ["post", "delete"] as const) {
      expect((await visitor[method](path)).status).toBe(401);
      expect((await api(company.stranger)[method](path)).status).toBe(403);
      const refused = await api(owner)[method](path);
      expect(refused.status).toBe(405);
      expect(refused.body).toEqual({ detail: `Method "${method.toUpperCase()}" not allowed.` });
    }
  });
});
