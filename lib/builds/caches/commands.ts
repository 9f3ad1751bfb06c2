import type { Granted } from "#lib/access/rules.ts";
import { command } from "#lib/audit/commands.ts";
import { type CacheLimits, surplus } from "#lib/builds/caches/rules.ts";
import type { KeptCache } from "#lib/builds/caches/schema.ts";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { storage } from "#lib/platform/storage/storage.ts";
import type { Project } from "#lib/projects/queries.ts";
import type { Prisma } from "#prisma/client/client.ts";

/** What was not used for so long is not worth its place. */
const unusedMs = 30 * 24 * 3_600_000;

/** Says that a build has made use of these, so that they are the last to be forgotten. */
export async function markUsed(projectId: number, keys: readonly string[]): Promise<void> {
  await db.buildCache.updateMany({
    where: { projectId, key: { in: [...keys] } },
    data: { lastUsedAt: clock.now() },
  });
}

/**
 * Announces an archive that is about to be stored: from now on it is found, and counts as missing until it is there. In this order
 * nothing lies in storage that no row names. Its size is a first guess.
 */
export async function announceCache(projectId: number, cache: KeptCache): Promise<void> {
  await forget({ projectId, key: cache.key });
  await db.buildCache.create({ data: { projectId, ...cache, lastUsedAt: clock.now() } });
}

/** The archive is stored, this large. Forgets what is too much for the project now. */
export async function completeCache(projectId: number, cache: KeptCache, limits: CacheLimits): Promise<void> {
  await db.buildCache.updateMany({
    where: { projectId, storageKey: cache.storageKey },
    data: { bytes: cache.bytes },
  });
  const kept = await db.buildCache.findMany({
    where: { projectId },
    select: { key: true, bytes: true, lastUsedAt: true },
  });
  await forget({ projectId, key: { in: surplus(kept, limits) } });
}

/** One archive could not be stored or read. */
export async function forgetCache(projectId: number, cache: KeptCache): Promise<void> {
  await forget({ projectId, storageKey: cache.storageKey });
}

/** Forgets all that builds of a project have kept: the next one starts from nothing. Returns how many archives there were. */
export async function clearCaches(project: Granted<"admin", Project>): Promise<number> {
  const kept = await db.buildCache.count({ where: { projectId: project.id } });
  await command(project.actor, (c) =>
    c.record({
      action: "build-caches.clear",
      projectId: project.id,
      subjectKind: "project",
      subjectId: project.id,
      subjectLabel: project.slug,
      changes: { kept: { from: kept, to: 0 } },
    }),
  );
  await forget({ projectId: project.id });
  return kept;
}

/** Forgets what belongs to deleted projects, and what no build has used for a month. Returns how many archives. */
export async function removeOldCaches(): Promise<number> {
  const before = new Date(clock.now().getTime() - unusedMs);
  return forget({ OR: [{ lastUsedAt: { lt: before } }, { project: { deletedAt: { not: null } } }] });
}

/** Rows go last: what a crash leaves behind still has a row, and is found again. */
async function forget(which: Prisma.BuildCacheWhereInput): Promise<number> {
  const found = await db.buildCache.findMany({ where: which, select: { storageKey: true } });
  const storageKeys = found.map(({ storageKey }) => storageKey);
  await Promise.all(storageKeys.map((key) => storage.delete(key)));
  const { count } = await db.buildCache.deleteMany({ where: { storageKey: { in: storageKeys } } });
  return count;
}
