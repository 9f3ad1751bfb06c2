import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { api } from "#test/api.ts";
import {
  buildBuild,
  buildOrganization,
  buildPerson,
  buildProject,
  buildVersion,
} from "#test/factories/tenants.ts";

const owner = await buildPerson();
const organization = await buildOrganization(owner);

async function versionOfProject() {
  const project = await buildProject({ organization });
  const version = await buildVersion(project, { slug: "v1" });
  const details = async (id: number) =>
    (await api(owner).get(`/projects/${project.slug}/builds/${id}/?expand=details`)).body.details;
  return { project, version, details };
}

test("expand=details tells where a build came from and what it left", async () => {
  const { project, version, details } = await versionOfProject();
  const first = await buildBuild(project, version);
  const again = await buildBuild(project, version, {
    trigger: "retry",
    triggeredById: owner.id,
    rebuildOfId: first.id,
    commitMessage: "Add a page",
    commitAuthor: "Ana",
    configPath: "docs/.readthedocs.yaml",
    isolation: "bubblewrap",
    peakMemoryMb: 120,
    fileCount: 3,
    totalBytes: 4096n,
  });
  await db.buildArtifact.create({
    data: { buildId: again.id, format: "pdf", name: "handbook.pdf", blob: "b", bytes: 9n },
  });
  expect(await details(again.id)).toEqual({
    trigger: "retry",
    triggered_by: owner.username,
    rebuild_of: first.id,
    version_name: "v1",
    commit_message: "Add a page",
    commit_author: "Ana",
    config_path: "docs/.readthedocs.yaml",
    isolation: "bubblewrap",
    peak_memory_mb: 120,
    pages: { files: 3, bytes: 4096 },
    downloads: [{ format: "pdf", name: "handbook.pdf", bytes: 9 }],
    cancellation: null,
    waiting: null,
  });
});

test("a cancelled build names who cancelled it and the build that took its place", async () => {
  const { project, version, details } = await versionOfProject();
  const build = await buildBuild(project, version, {
    state: "cancelled",
    success: false,
    finishedAt: new Date(),
  });
  const newer = await buildBuild(project, version);
  const at = new Date("2026-04-29T10:00:00Z");
  await db.cancellation.create({
    data: { buildId: build.id, reason: "newer_build", byUserId: owner.id, newerBuildId: newer.id, at },
  });
  const expected = {
    reason: "newer_build",
    by: owner.username,
    newer_build: newer.id,
    at: "2026-04-29T10:00:00Z",
  };
  expect((await details(build.id)).cancellation).toEqual(expected);
});

test("people of an organization are named to its own people only", async () => {
  const { project, version, details } = await versionOfProject();
  const build = await buildBuild(project, version, { triggeredById: owner.id });
  expect((await details(build.id)).triggered_by).toBe(owner.username);
  const path = `/projects/${project.slug}/builds/${build.id}/?expand=details`;
  expect((await api().get(path)).body.details.triggered_by).toBeNull();
  const found = async (person?: typeof owner) =>
    (await api(person).get(`/projects/${project.slug}/builds/?q=${owner.username}`)).body.count;
  expect([await found(owner), await found()]).toEqual([1, 0]);
});

test("a closed account is not named", async () => {
  const { project, version, details } = await versionOfProject();
  const former = await buildPerson();
  await db.user.update({ where: { id: former.id }, data: { deactivatedAt: new Date() } });
  const build = await buildBuild(project, version, { triggeredById: former.id });
  expect((await details(build.id)).triggered_by).toBeNull();
});

test("a waiting build says why it waits and how many are before it", async () => {
  const { project, version, details } = await versionOfProject();
  const waiting = { state: "triggered" } as const;
  const at = (minute: number) => new Date(Date.UTC(2026, 3, 29, 10, minute));
  await buildBuild(project, version, { ...waiting, created: at(3), priority: 1 });
  await buildBuild(project, version, { ...waiting, created: at(1) });
  const mine = await buildBuild(project, version, { ...waiting, created: at(2), waitReason: "concurrency" });
  await buildBuild(project, version, { ...waiting, created: at(4) });
  expect((await details(mine.id)).waiting).toEqual({ reason: "concurrency", ahead: 2, stale: true });
});

test("builds are found by version, state and success", async () => {
  const { project, version } = await versionOfProject();
  const other = await buildVersion(project, { slug: "v2" });
  const passed = await buildBuild(project, version);
  const failed = await buildBuild(project, other, {
    state: "finished",
    success: false,
    startedAt: new Date(),
    finishedAt: new Date(),
  });
  const uploading = await buildBuild(project, other, {
    state: "uploading",
    leaseToken: randomUUID(),
    leaseUntil: new Date(),
  });
  const ids = async (query: string) => {
    const { body } = await api(owner).get(`/projects/${project.slug}/builds/?${query}`);
    return body.results.map(({ id }: { id: number }) => id);
  };
  expect(await ids("version=v1")).toEqual([passed.id]);
  expect(await ids("state=building")).toEqual([uploading.id]);
  expect(await ids("state=finished&success=false")).toEqual([failed.id]);
  expect(await ids("version=v1&success=false")).toEqual([]);
  expect((await api(owner).get(`/projects/${project.slug}/builds/?state=odd`)).status).toBe(400);
});

test("expand=builds_on says whether a project may build", async () => {
  const { project } = await versionOfProject();
  const path = `/projects/${project.slug}/?expand=builds_on`;
  expect((await api(owner).get(path)).body.builds_on).toBe(true);
  await db.project.update({
    where: { id: project.id },
    data: { buildsOffAt: new Date(), buildsOffReason: "operator" },
  });
  expect((await api(owner).get(path)).body.builds_on).toBe(false);
});
