/**
 * Applies the migrations that are missing and prepares the queue: `npm run migrate`. Runs at every start, on every machine;
 * several at once wait for each other. Starts the embedded server for as long as it takes when DATABASE_URL is unset.
 */
import { startEmbedded } from "#lib/platform/db/embedded.ts";
import { migrate } from "#lib/platform/db/migrate.ts";
import { env } from "#lib/platform/env.ts";

const server = env.DATABASE_URL ? null : await startEmbedded(env.DATA_DIR);
try {
  const applied = await migrate(server?.url ?? env.DATABASE_URL ?? "");
  console.log(applied.length === 0 ? "The database is up to date." : `Applied ${applied.join(", ")}.`);
} finally {
  await server?.stop();
}
// The schema engine leaves the timer of its lock running for ten seconds.
process.exit(0);
