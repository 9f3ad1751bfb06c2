import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { ClaimedBuild } from "#lib/builds/runs/commands.ts";
import { needsWorkspace } from "#lib/builds/runs/queries.ts";
import { env } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log.ts";
import { removeWorkspace } from "#lib/platform/sandbox/workspace.ts";

const folder = (): string => join(env.DATA_DIR, "work");

/** Where an attempt of a build works. Attempts never share a folder: the lost one may still be ending. */
export const workspaceRoot = (held: ClaimedBuild): string =>
  join(folder(), `${held.buildId}-${held.attempt}`);

/** Removes what workers that were killed have left behind. Several workers may share the folder. */
export async function sweepWorkspaces(): Promise<void> {
  const names = await readdir(folder()).catch(() => []);
  for (const name of names) {
    const [, build, attempt] = /^(\d+)-(\d+)(?:-tools)?$/.exec(name) ?? [];
    if (build === undefined || attempt === undefined) continue;
    if (await needsWorkspace(Number(build), Number(attempt))) continue;
    // One that cannot be removed must not keep the others.
    await removeWorkspace(join(folder(), name)).catch((error: unknown) =>
      log.warn({ err: error, name }, "could not remove a workspace"),
    );
  }
}
