/**
 * Runs before `npm run web` and `npm run worker`: makes what a bare clone lacks and applies missing migrations, so that one process
 * alone comes up on an empty database. Several at once wait for each other.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { migrate } from "#lib/platform/db/migrate.ts";
import { env } from "#lib/platform/env.ts";
import { refuseStart } from "#lib/platform/refuse-start.ts";
import { buildApp } from "./build-app.ts";

if (process.argv.includes("web")) buildApp(console.log);
else if (!existsSync("prisma/client/client.ts")) generate();
// The embedded server belongs to `npm start`, which has migrated it.
if (env.DATABASE_URL) await migrate(env.DATABASE_URL).catch(refuseStart);
// The schema engine leaves the timer of its lock running for ten seconds.
process.exit(0);

function generate(): void {
  const { status } = spawnSync("npm", ["run", "-s", "generate"], { stdio: "inherit" });
  if (status !== 0) process.exit(1);
}
