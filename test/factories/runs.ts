import { type Command, command } from "#lib/audit/commands.ts";
import { createBuild } from "#lib/builds/commands.ts";
import { claimBuild } from "#lib/builds/runs/commands.ts";
import { registerWorker } from "#lib/builds/workers/commands.ts";
import { db } from "#lib/platform/db/client.ts";
import { buildStory, queueBuild } from "#test/factories/builds.ts";
import { createControl } from "#worker/build/control.ts";
import { runBuild } from "#worker/build/run-build.ts";

/** Builds a project's `latest` as a worker would, to its end, and tells all that was written down. */
export async function runLatest(project: { id: number }) {
  return run(await queueBuild(project));
}

/** The same for any version. */
export async function runVersion(project: { id: number }, { id }: { id: number }) {
  const version = await db.version.findUniqueOrThrow({ where: { id } });
  const queue = (c: Command) => createBuild(c, { project, version, trigger: "manual" });
  return run(await command({ kind: "system", job: "test" }, queue));
}

/** The same for one commit, as building an old one again does. */
export async function runCommit(project: { id: number }, commit: string) {
  const buildId = await queueBuild(project);
  await db.build.update({ where: { id: buildId }, data: { commit } });
  return run(buildId);
}

async function run(buildId: number) {
  const held = await claimBuild(await registerWorker(1, {}));
  if (held?.buildId !== buildId) throw new Error("Another build was waiting.");
  await runBuild(held, createControl());
  return buildStory(buildId);
}
