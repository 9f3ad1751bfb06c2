import pg from "pg";
import { databaseUrl } from "#lib/platform/db/url.ts";

/**
 * Runs `run` while holding a shared advisory lock: any number may hold it at once, and nobody holds it alone meanwhile. It
 * has a connection of its own, because the work may take minutes and pooled connections are few; a process that dies loses it.
 * `kind` and `id` are 32-bit integers.
 */
export function withSharedLock<T>(kind: number, id: number, run: () => Promise<T>): Promise<T> {
  // The work goes on when the connection is lost; what it writes is checked again where it counts.
  return withConnection(async (client) => {
    await client.query("select pg_advisory_lock_shared($1, $2)", [kind, id]);
    return run();
  });
}

/**
 * Runs `run` while nobody else holds the lock, neither alone nor shared; does not wait for that, and returns null where
 * somebody does. `lost` aborts when the connection, and with it the lock, is lost.
 */
export function withSoleLock<T>(
  kind: number,
  id: number,
  run: (lost: AbortSignal) => Promise<T>,
): Promise<T | null> {
  return withConnection(async (client, lost) => {
    const { rows } = await client.query<{ held: boolean }>("select pg_try_advisory_lock($1, $2) as held", [
      kind,
      id,
    ]);
    return rows[0]?.held ? run(lost) : null;
  });
}

async function withConnection<T>(run: (client: pg.Client, lost: AbortSignal) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: databaseUrl(),
    application_name: "lectern lock",
    keepAlive: true,
  });
  const lost = new AbortController();
  client.on("error", (error) => lost.abort(error));
  await client.connect();
  try {
    return await run(client, lost.signal);
  } finally {
    await client.end().catch(() => undefined);
  }
}
