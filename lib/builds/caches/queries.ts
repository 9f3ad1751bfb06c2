import type { KeptCache } from "#lib/builds/caches/schema.ts";
import { db } from "#lib/platform/db/client.ts";

const fields = { key: true, storageKey: true, bytes: true } as const;

/** The archive a project keeps under this key, unless it is older than `since`. */
export async function findCache(projectId: number, key: string, since: Date): Promise<KeptCache | null> {
  return db.buildCache.findFirst({ where: { projectId, key, created: { gte: since } }, select: fields });
}

/** The archive of this family (`cacheFamily`) that was used last, whatever it was kept for. */
export async function findLatestCache(projectId: number, family: string): Promise<KeptCache | null> {
  return db.buildCache.findFirst({
    where: { projectId, key: { startsWith: `${family}-` } },
    orderBy: { lastUsedAt: "desc" },
    select: fields,
  });
}
