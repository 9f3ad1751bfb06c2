import type { ClaimedBuild } from "#lib/builds/runs/commands.ts";
import type { WorkOrder } from "#lib/builds/runs/queries.ts";
import { env } from "#lib/platform/env.ts";
import type { Limits } from "#lib/platform/sandbox/launch.ts";
import type { Workspace } from "#lib/platform/sandbox/workspace.ts";
import type { BuildLog } from "#worker/build/build-log.ts";
import type { BuildControl } from "#worker/build/control.ts";
import { BuildFailure } from "#worker/build/failures.ts";

/** Bounds of a whole build. */
export type BuildLimits = Limits;

/** What every step of a build works with. */
export type BuildContext = {
  readonly held: ClaimedBuild;
  readonly order: WorkOrder;
  readonly version: NonNullable<WorkOrder["version"]>;
  readonly workspace: Workspace;
  readonly limits: BuildLimits;
  /** `performance.now()` at which the time is up. */
  readonly deadline: number;
  readonly log: BuildLog;
  readonly control: BuildControl;
  readonly signal: AbortSignal;
};

/** A project may have bounds of its own; the machine's are the default. */
export function limitsOf(project: Pick<WorkOrder["project"], "buildSeconds" | "buildMemoryMb">): BuildLimits {
  return {
    seconds: project.buildSeconds ?? env.BUILD_SECONDS,
    memoryMb: project.buildMemoryMb ?? env.BUILD_MEMORY_MB,
    processes: 2_000,
    diskMb: env.BUILD_DISK_MB,
    outputBytes: env.BUILD_OUTPUT_MB * 1024 * 1024,
  };
}

/** The bounds of the next command: whatever time and output the build has left. */
export function remaining(context: Pick<BuildContext, "limits" | "deadline" | "log">): Limits {
  const seconds = (context.deadline - performance.now()) / 1_000;
  if (seconds <= 0) throw new BuildFailure("build:user:time-out", { seconds: context.limits.seconds });
  const outputBytes = Math.max(0, context.limits.outputBytes - context.log.outputBytes);
  return { ...context.limits, seconds, outputBytes };
}
