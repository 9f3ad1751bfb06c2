import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "#lib/platform/db/embedded.ts";
import { migrate } from "#lib/platform/db/migrate.ts";
import { createTemplate } from "#test/database.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The PostgreSQL server of this run. */
    serverUrl: string;
    /** A folder of this run, gone when it ends. */
    runFolder: string;
  }
}

/** One PostgreSQL per run, in a folder of its own: two runs at once never meet. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "lectern-test-"));
  // The server's account has to pass through; what is private below has its own mode.
  await chmod(folder, 0o755);
  const guard = endWithThisProcess(folder);
  const server = await startEmbedded(folder, { durable: false });
  await createTemplate(server.url, async (url) => {
    await migrate(url);
  });
  project.provide("serverUrl", server.url);
  project.provide("runFolder", folder);
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
    guard.end();
  };
}

/**
 * A shell that waits for this process to go, however it goes, and then ends the server and removes the folder. Its
 * standard input is a pipe only we hold: it closes when we die.
 */
function endWithThisProcess(folder: string): { end: () => void } {
  const script = `cat >/dev/null
    read pid < "$0/postgres/data/postmaster.pid" && kill -QUIT "$pid" && sleep 1
    rm -rf "$0"`;
  const guard = spawn("sh", ["-c", script, folder], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
  guard.unref();
  return { end: () => guard.stdin.end() };
}
