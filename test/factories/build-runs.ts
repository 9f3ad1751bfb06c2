import { claimBuild } from "#lib/builds/runs/commands.ts";
import { registerWorker } from "#lib/builds/workers/commands.ts";
import { db } from "#lib/platform/db/client.ts";
import { buildStory, queueBuild } from "#test/factories/builds.ts";
import { type BuildControl, createControl } from "#worker/build/control.ts";
import { runBuild } from "#worker/build/run-build.ts";

/** Runs a build of the project's `latest`, or of another version or commit, from its claim to its end, and tells its story. */
export async function runBuildOf(
  project: { id: number },
  options: {
    version?: string;
    commit?: string;
    during?: ((buildId: number, control: BuildControl) => void) | undefined;
  } = {},
): Promise<Awaited<ReturnType<typeof buildStory>>> {
  const buildId = await queueBuild(project, options.version);
  // An earlier build may have queued others.
  await db.build.update({ where: { id: buildId }, data: { priority: 100, commit: options.commit ?? null } });
  const held = await claimBuild(await registerWorker(1, {}));
  if (held?.buildId !== buildId) throw new Error("The build could not be claimed.");
  const control = createControl();
  options.during?.(buildId, control);
  await runBuild(held, control);
  return buildStory(buildId);
}
