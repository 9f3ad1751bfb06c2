import { PgBoss } from "pg-boss";

/** The schema pg-boss keeps its tables in; no migration of ours looks at it. */
export const QUEUE_SCHEMA = "pgboss";

/** Creates or upgrades the queue's own tables. The caller holds the migration lock. */
export async function installQueue(url: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: url,
    schema: QUEUE_SCHEMA,
    max: 1,
    supervise: false,
    schedule: false,
  });
  boss.on("error", () => undefined);
  await boss.start();
  await boss.stop({ graceful: false });
}
