import { clock } from "#lib/platform/clock.ts";
import { db, transaction } from "#lib/platform/db/client.ts";
import { storage } from "#lib/platform/storage/storage.ts";

/** So many of the newest builds of each version stay, whatever their age (spec/builds.md 11.3). */
const keptBuilds = 250;
const keptYears = 3;
const batch = 500;
const mostInOneRun = 10_000;

/**
 * Deletes builds older than three years beyond the newest 250 of their version, or of their project where the version is gone; not
 * those whose files are still there. Those that have not ended go too. Returns how many; a run ends after 10,000.
 */
export async function deleteOldBuilds(): Promise<number> {
  let deleted = 0;
  while (deleted < mostInOneRun) {
    const ids = await findOldBuilds();
    if (ids.length === 0) break;
    await deleteBuilds(ids);
    deleted += ids.length;
  }
  return deleted;
}

async function findOldBuilds(): Promise<number[]> {
  const before = clock.now();
  before.setUTCFullYear(before.getUTCFullYear() - keptYears);
  const rows = await db.$queryRaw<{ id: number }[]>`
    select old.id from (
      select beyond.* from versions cross join lateral (
        select id, created, files_state from builds where version_id = versions.id
        order by created desc, id desc offset ${keptBuilds}
      ) as beyond
      union all
      select beyond.* from projects cross join lateral (
        select id, created, files_state from builds where project_id = projects.id and version_id is null
        order by created desc, id desc offset ${keptBuilds}
      ) as beyond
    ) as old
    where old.created < ${before} and old.files_state <> 'kept'
    limit ${batch}`;
  return rows.map(({ id }) => id);
}

/** Deletes builds with all that was written down about them, their logs in storage included. */
export async function deleteBuilds(ids: readonly number[]): Promise<void> {
  const given = [...ids];
  const logs = await transaction(
    async (tx) => {
      await tx.$executeRaw`
        delete from publications using builds
        where builds.id = any(${given}::int[]) and publications.version_id = builds.version_id
          and publications.build_id = builds.id`;
      await tx.$executeRaw`
        update cancellations set newer_build_id = null where newer_build_id = any(${given}::int[])`;
      await tx.$executeRaw`
        update builds set rebuild_of_id = null from builds as gone
        where gone.id = any(${given}::int[]) and builds.project_id = gone.project_id and builds.rebuild_of_id = gone.id`;
      return tx.$queryRaw<{ key: string | null }[]>`
        delete from builds where id = any(${given}::int[]) returning log_key as key`;
    },
    { timeoutMs: 300_000 },
  );
  // A crash before this leaves objects nobody names, which are collected.
  for (const { key } of logs) if (key !== null) await storage.delete(key);
}

/** Deletes configurations that no build names any more. Returns how many. */
export function deleteUnusedConfigs(): Promise<number> {
  // A build that is just going to use one holds its row, or finds it gone and writes it anew.
  return db.$executeRaw`
    delete from build_configs where id in (
      select id from build_configs where not exists (select from builds where config_id = build_configs.id)
      for update skip locked
    )`;
}
