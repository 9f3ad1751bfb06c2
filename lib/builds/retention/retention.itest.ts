import { expect, test } from "vitest";
import { archiveLogs } from "#lib/builds/archive/commands.ts";
import { deleteOldBuilds, deleteUnusedConfigs } from "#lib/builds/retention/commands.ts";
import { db } from "#lib/platform/db/client.ts";
import { storage } from "#lib/platform/storage/storage.ts";
import { buildBuild, buildProject, buildVersion } from "#test/factories/tenants.ts";

type Row = { id: number; slug: string };
const yearsAgo = (years: number) => new Date(Date.now() - years * 366 * 86_400_000);

/** Builds of a version, newest first, of which the newest is that old. */
async function buildMany(
  project: Row,
  version: Row,
  count: number,
  years: number,
  columns = {},
): Promise<void> {
  const newest = yearsAgo(years).getTime();
  await db.build.createMany({
    data: Array.from({ length: count }, (_, n) => ({
      projectId: project.id,
      versionId: version.id,
      versionSlug: version.slug,
      versionName: version.slug,
      versionType: "branch" as const,
      trigger: "api" as const,
      state: "finished" as const,
      success: true,
      created: new Date(newest - n * 1_000),
      ...columns,
    })),
  });
}

const left = (version: Row) => db.build.count({ where: { versionId: version.id } });

test("of each version the newest 250 stay, and everything younger than three years", async () => {
  const project = await buildProject();
  const [old, few, young] = [
    await buildVersion(project),
    await buildVersion(project),
    await buildVersion(project),
  ];
  await buildMany(project, old, 260, 4);
  await buildMany(project, few, 5, 4);
  await buildMany(project, young, 260, 2);
  expect(await deleteOldBuilds()).toBe(10);
  expect([await left(old), await left(few), await left(young)]).toEqual([250, 5, 260]);
  expect(await deleteOldBuilds()).toBe(0);
});

test("of builds without a version the newest 250 of the project stay", async () => {
  const [project, other] = [await buildProject(), await buildProject()];
  const [version, elsewhere] = [await buildVersion(project), await buildVersion(other)];
  await buildMany(project, version, 253, 4);
  await buildMany(other, elsewhere, 3, 4);
  await db.build.updateMany({
    where: { projectId: { in: [project.id, other.id] } },
    data: { versionId: null },
  });
  expect(await deleteOldBuilds()).toBe(3);
  expect(await db.build.count({ where: { projectId: project.id } })).toBe(250);
  expect(await db.build.count({ where: { projectId: other.id } })).toBe(3);
});

test("builds that never ended go, those that are served or whose files are kept stay", async () => {
  const project = await buildProject();
  const version = await buildVersion(project);
  const served = await buildBuild(project, version, {
    created: yearsAgo(9),
    filesState: "kept",
    publish: true,
  });
  await buildBuild(project, version, { created: yearsAgo(8), state: "triggered" });
  await buildMany(project, version, 250, 4);
  expect(await deleteOldBuilds()).toBe(1);
  expect(await db.build.count({ where: { id: served.id } })).toBe(1);
});

test("what belongs to a deleted build goes with it, what only names it stays", async () => {
  const project = await buildProject();
  const version = await buildVersion(project);
  const ended = new Date(yearsAgo(5).getTime() + 60_000);
  const gone = await buildBuild(project, version, { created: yearsAgo(5), finishedAt: ended, publish: true });
  const older = await buildBuild(project, version, { created: yearsAgo(6) });
  await db.version.update({ where: { id: version.id }, data: { publishedBuildId: null } });
  await db.publication.updateMany({ data: { endedAt: ended, endReason: "replaced" } });
  await buildMany(project, version, 250, 2);
  const newest = await db.build.findFirstOrThrow({
    where: { versionId: version.id },
    orderBy: { created: "desc" },
  });
  await db.build.update({ where: { id: newest.id }, data: { rebuildOfId: gone.id } });
  await db.cancellation.createMany({
    data: [
      { buildId: newest.id, reason: "newer_build", newerBuildId: gone.id },
      { buildId: older.id, reason: "newer_build", newerBuildId: gone.id },
    ],
  });
  await db.buildEvent.create({ data: { buildId: gone.id, sequence: 1, kind: "end" } });
  await archiveLogs();
  const { logKey } = await db.build.findUniqueOrThrow({ where: { id: gone.id } });
  expect(await storage.has(logKey!)).toBe(true);

  expect(await deleteOldBuilds()).toBe(2);
  expect(await storage.has(logKey!)).toBe(false);
  expect(await db.publication.count({ where: { buildId: gone.id } })).toBe(0);
  expect(await db.build.findUnique({ where: { id: newest.id } })).toMatchObject({ rebuildOfId: null });
  expect(await db.cancellation.findUnique({ where: { buildId: newest.id } })).toMatchObject({
    newerBuildId: null,
  });
});

test("[builds G2] configurations nobody has are deleted, the others stay", async () => {
  const project = await buildProject();
  const version = await buildVersion(project);
  const make = (byte: number) =>
    db.buildConfig.create({ data: { sha256: new Uint8Array([byte]), body: { byte } } });
  const [used, shared, unused] = [await make(1), await make(2), await make(3)];
  await buildBuild(project, version, { configId: used.id });
  await buildBuild(project, version, { configId: shared.id });
  await buildBuild(project, version, { configId: shared.id });
  expect(await deleteUnusedConfigs()).toBe(1);
  const rows = await db.buildConfig.findMany({ orderBy: { id: "asc" } });
  expect(rows.map(({ id }) => id)).toEqual([used.id, shared.id]);
  expect(rows.some(({ id }) => id === unused.id)).toBe(false);
});
