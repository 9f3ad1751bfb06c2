import pg from "pg";
import { databaseUrl } from "#lib/platform/db/url.ts";

/**
 * Runs `run` while holding a shared advisory lock: any number may hold it at once, and whoever takes it exclusively waits for
 * all of them. It has a connection of its own, because the work may take minutes and pooled connections are few; a process
 * that dies loses it. `kind` and `id` are 32-bit integers.
 */
export async function withSharedLock<T>(kind: number, id: number, run: () => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: databaseUrl(),
    application_name: "lectern lock",
    keepAlive: true,
  });
  // The work goes on when the connection is lost; what it writes is checked again where it counts.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock_shared($1, $2)", [kind, id]);
    return await run();
  } finally {
    await client.end().catch(() => undefined);
  }
}
