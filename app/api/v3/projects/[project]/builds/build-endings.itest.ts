import { describe, expect, it } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { api } from "#test/api.ts";
import { buildBuild, buildCompany, buildVersion } from "#test/factories/tenants.ts";

const visitor = api();

const company = await buildCompany();
const { owner } = company;

async function withBuild() {
  const project = await company.project();
  const version = await buildVersion(project);
  return { project, version, build: await buildBuild(project, version) };
}

describe("POST …/builds/<id>/cancel/ and retry/", () => {
  it("[builds F7] cancel: a waiting build ends at once, with a reason and by whom", async () => {
    const project = await company.project();
    const build = await buildBuild(project, await buildVersion(project), { state: "triggered" });
    const path = `/projects/${project.slug}/builds/${build.id}/cancel/`;
    expect((await visitor.post(path)).status).toBe(401);
    expect((await api(company.stranger).post(path)).status).toBe(403);
    const other = await company.project();
    expect((await api(owner).post(`/projects/${other.slug}/builds/${build.id}/cancel/`)).status).toBe(404);
    const { status, body } = await api(owner).post(path);
    expect(status).toBe(202);
    expect(body).toMatchObject({
      state: { code: "cancelled" },
      success: false,
      error: expect.stringMatching(/./),
    });
    expect(await db.cancellation.findUnique({ where: { buildId: build.id } })).toMatchObject({
      reason: "person",
      byUserId: owner.id,
    });
    const again = await api(owner).post(path);
    expect([again.status, again.body]).toEqual([409, { detail: "The build has already ended." }]);
    const events = await db.buildEvent.findMany({
      where: { buildId: build.id },
      orderBy: { sequence: "asc" },
    });
    expect(events.map((event) => event.kind)).toEqual(["notice", "state", "end"]);
  });

  it("[builds F7] cancel: a running build is told; one that is being published is left alone", async () => {
    const project = await company.project();
    const lease = { leaseToken: "00000000-0000-4000-8000-000000000000", leaseUntil: new Date() };
    const running = await buildBuild(project, await buildVersion(project), { state: "building", ...lease });
    const uploading = await buildBuild(project, await buildVersion(project), {
      state: "uploading",
      ...lease,
    });
    const path = (id: number) => `/projects/${project.slug}/builds/${id}/cancel/`;
    expect((await api(owner).post(path(running.id))).body).toMatchObject({ state: { code: "building" } });
    expect(await db.cancellation.count({ where: { buildId: running.id } })).toBe(1);
    expect((await api(owner).post(path(running.id))).status).toBe(202);
    expect((await api(owner).post(path(uploading.id))).status).toBe(409);
  });

  it("cancel: waits for a build that is just going to be published, and is then too late", async () => {
    const project = await company.project();
    const lease = { leaseToken: "00000000-0000-4000-8000-000000000000", leaseUntil: new Date() };
    const build = await buildBuild(project, await buildVersion(project), { state: "building", ...lease });
    let cancelling: Promise<{ status: number }> | undefined;
    await db.$transaction(async (tx) => {
      await tx.build.update({ where: { id: build.id }, data: { state: "uploading" } });
      cancelling = api(owner).post(`/projects/${project.slug}/builds/${build.id}/cancel/`);
      await new Promise((resolve) => setTimeout(resolve, 500));
    });
    expect((await cancelling)?.status).toBe(409);
    expect(await db.cancellation.count({ where: { buildId: build.id } })).toBe(0);
  });

  it("[builds F9] retry: a new build of the same version that names the old one", async () => {
    const { project, version, build } = await withBuild();
    const path = `/projects/${project.slug}/builds/${build.id}/retry/`;
    expect((await visitor.post(path)).status).toBe(401);
    expect((await api(company.reader).post(path)).status).toBe(403);
    const { status, body } = await api(owner).post(path);
    expect(status).toBe(202);
    expect(body.build).toMatchObject({ version: version.slug, state: { code: "triggered" } });
    expect(await db.build.findUnique({ where: { id: body.build.id } })).toMatchObject({
      rebuildOfId: build.id,
      trigger: "retry",
    });
    expect((await api(owner).post(`/projects/${project.slug}/builds/${body.build.id}/retry/`)).status).toBe(
      409,
    );
  });

  it("[builds F9] retry: of a pull request only its newest build, while it is open", async () => {
    const project = await company.project();
    const pull = await buildVersion(project, { slug: "3", type: "external", pullNumber: 3 });
    const old = await buildBuild(project, pull, { created: new Date(0), commit: "old" });
    const newest = await buildBuild(project, pull, { commit: "new" });
    const retry = (id: number) => api(owner).post(`/projects/${project.slug}/builds/${id}/retry/`);
    expect((await retry(old.id)).status).toBe(409);
    expect((await retry(newest.id)).body.build.commit).toBe("new");
    await db.version.update({ where: { id: pull.id }, data: { active: false } });
    const last = await db.build.findFirstOrThrow({ where: { versionId: pull.id }, orderBy: { id: "desc" } });
    await db.build.update({ where: { id: last.id }, data: { state: "finished", success: true } });
    expect((await retry(last.id)).status).toBe(409);
  });

  it("retry: not without a version", async () => {
    const { project, build } = await withBuild();
    await db.build.update({ where: { id: build.id }, data: { versionId: null } });
    expect((await api(owner).post(`/projects/${project.slug}/builds/${build.id}/retry/`)).status).toBe(409);
  });
});
