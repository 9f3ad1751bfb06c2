import { isConfigError } from "#lib/builds/config/rules/error.ts";
import type { NoticeId } from "#lib/builds/notices/rules.ts";
import { BuildCancelled, type Ending, isBuildCancelled } from "#lib/builds/runs/commands.ts";
import type { NoticeValues } from "#lib/builds/runs/schema.ts";
import { isProblem } from "#lib/platform/errors.ts";
import { log } from "#lib/platform/log.ts";
import { isSandboxError, type SandboxResult } from "#lib/platform/sandbox/run.ts";
import { isTreeRefusal } from "#lib/publishing/trees/rules.ts";
import type { BuildLimits } from "#worker/build/context.ts";

/** The build ends here for a reason its people can do something about. */
export class BuildFailure extends Error {
  readonly ending: Ending;

  constructor(notice: NoticeId, values: NoticeValues = {}) {
    super(notice);
    this.ending = { kind: "failed", notice, values };
  }
}

/** The project itself asked to skip this build. */
export class BuildSkipped extends Error {}

/**
 * The database was away for a moment. The build is left as it is: when its hold runs out it is tried again, which is kinder than a
 * failure nobody can do anything about.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return (
    /^(P1001|P1002|P1008|P1017|P2024|P2028|57P0[1-3]|ECONNREFUSED|ECONNRESET|EPIPE)$/.test(code) ||
    /connection terminated|server closed the connection|can't reach database/i.test(error.message)
  );
}

/** What a build that was ended by `error` tells its people. Anything not foreseen is our fault, and logged. */
export function endingOf(error: unknown, buildId: number): Ending {
  if (error instanceof BuildFailure) return error.ending;
  if (error instanceof BuildSkipped) return { kind: "cancelled", notice: "build:user:exit-code-183" };
  if (isBuildCancelled(error)) return { kind: "cancelled", notice: "build:user:cancelled" };
  if (isConfigError(error)) return { kind: "failed", notice: error.notice, values: error.values };
  if (isTreeRefusal(error)) return { kind: "failed", ...refusal(error.code, error.message) };
  if (isSandboxError(error) || (isProblem(error) && error.code === "unavailable")) {
    log.error({ buildId, err: error }, "no sandbox");
    return { kind: "failed", notice: "build:app:docker:unknown-error", values: { message: error.message } };
  }
  log.error({ buildId, err: error }, "build failed on our side");
  return { kind: "failed", notice: "build:app:generic-with-build-id", values: { build_id: buildId } };
}

function refusal(code: string, message: string): { notice: NoticeId; values: NoticeValues } {
  if (code === "too_large") return { notice: "build:user:output:file-too-large", values: { message } };
  if (code === "leaves_tree") return { notice: "build:user:symlink:used", values: { message } };
  return { notice: "build:user:output:refused", values: { message } };
}

/** Turns a command that was stopped from outside into the reason the build ends with. */
export function throwIfStopped(result: SandboxResult, limits: BuildLimits): void {
  switch (result.stopped) {
    case null:
      return;
    case "aborted":
      throw new BuildCancelled();
    case "time":
      throw new BuildFailure("build:user:time-out", { seconds: limits.seconds });
    case "memory": {
      const held_by =
        result.memoryHeldBy === "kernel" ? "the operating system" : "the worker that watches it";
      throw new BuildFailure("build:user:excessive-memory", { megabytes: limits.memoryMb, held_by });
    }
    case "disk":
      throw new BuildFailure("build:user:excessive-disk", { megabytes: limits.diskMb });
  }
}
