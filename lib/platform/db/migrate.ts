import pg from "pg";
import { filters, readMigrations, readSchema, withSchemaEngine } from "#lib/platform/db/schema-engine.ts";
import { installQueue } from "#lib/platform/jobs/install.ts";

/** Our own lock. Never 72707369: the schema engine takes that one itself, with a limit of ten seconds. */
const MIGRATION_LOCK = 5_271_904_133;

/** Runs `work` while no other process migrates this database. Waits as long as the other needs. */
async function withMigrationLock<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    return await work();
  } finally {
    await client.end();
  }
}

/**
 * Applies the migrations that are missing, brings the queue's own tables up to date and returns the names of the
 * migrations. Safe for several processes at once.
 */
export function migrate(url: string): Promise<string[]> {
  return withMigrationLock(url, async () => {
    const applied = await withSchemaEngine(url, async (engine) => {
      const migrationsList = await readMigrations();
      const { failedMigrationNames } = await engine.diagnoseMigrationHistory({
        migrationsList,
        optInToShadowDatabase: false,
        filters,
      });
      // A file runs as one transaction: one that failed, or whose process was killed, left nothing and may run again.
      for (const migrationName of failedMigrationNames) {
        await engine.markMigrationRolledBack({ migrationName });
      }
      return engine.applyMigrations({ migrationsList, filters });
    });
    await installQueue(url);
    return applied.appliedMigrationNames;
  });
}

/** The SQL that would take the migrations to `prisma/schema`, or null when they agree. Needs a server, not a database. */
export function drift(url: string): Promise<string | null> {
  return withSchemaEngine(url, async (engine) => {
    const difference = await engine.diff({
      from: { tag: "migrations", ...(await readMigrations()) },
      to: { tag: "schemaDatamodel", ...(await readSchema()) },
      script: true,
      exitCode: true,
      filters,
    });
    return difference.exitCode === 0 ? null : (difference.stdout ?? "");
  });
}
