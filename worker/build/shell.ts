import { env } from "#lib/platform/env.ts";
import type { Network } from "#lib/platform/sandbox/network.ts";
import { runSandboxed, type SandboxResult } from "#lib/platform/sandbox/run.ts";
import { type BuildContext, remaining } from "#worker/build/context.ts";
import { BuildFailure, BuildSkipped, throwIfStopped } from "#worker/build/failures.ts";
import type { Checkout } from "#worker/build/steps/checkout.ts";

/** By this exit code a project asks to skip its build. */
const skipCode = 183;

/** Something a build runs. `text` is what its people read in the log, `argv` what is executed. */
export type ShellCommand = {
  readonly step: "cloning" | "installing" | "building";
  readonly text: string;
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Folder inside the sandbox; the checkout unless named. */
  readonly folder?: string;
  /** The operator's setting unless named. */
  readonly network?: Network;
  /** The repository on this machine it may reach besides, as LOCAL_REPOSITORIES allows. */
  readonly reach?: Checkout["reach"];
  /** A line of output that says the command did its work: it counts as a success then, whatever its exit code. */
  readonly done?: RegExp;
};

/** Runs one command in the sandbox and writes it down; what its exit code means is the caller's business. */
export async function runRecorded(context: BuildContext, command: ShellCommand): Promise<SandboxResult> {
  const limits = remaining(context);
  const { workspace, signal } = context;
  const { argv, environment, folder, network = env.BUILD_NETWORK, reach, done } = command;
  const result = await context.log.command(command.step, command.text, async (onLines) => {
    let isDone = false;
    const ended = await runSandboxed({
      ...{ workspace, command: argv, environment, limits, network, signal },
      ...(folder !== undefined && { folder }),
      ...reach,
      onLines: (lines) => {
        isDone ||= done !== undefined && lines.some((line) => done.test(line));
        onLines(lines);
      },
    });
    return isDone && ended.stopped === null ? { ...ended, exitCode: 0 } : ended;
  });
  throwIfStopped(result, context.limits);
  return result;
}

/**
 * Runs one command without a trace in the log. It never fails the build by its exit code, only by what it uses up. `lines` are the
 * last it printed.
 */
export async function runQuietly(
  context: BuildContext,
  command: Omit<ShellCommand, "step" | "text">,
): Promise<SandboxResult & { lines: string[] }> {
  const { workspace, signal } = context;
  const { argv, environment, folder, network = env.BUILD_NETWORK } = command;
  let lines: string[] = [];
  const result = await runSandboxed({
    ...{ workspace, command: argv, environment, network, signal },
    ...(folder !== undefined && { folder }),
    limits: remaining(context),
    onLines: (more) => {
      lines = [...lines, ...more].slice(-100);
    },
  });
  throwIfStopped(result, context.limits);
  return { ...result, lines };
}

/** Runs one command that must succeed: any exit code but 0 ends the build. */
export async function runOrFail(context: BuildContext, command: ShellCommand): Promise<void> {
  const { exitCode } = await runRecorded(context, command);
  if (exitCode !== 0) throw commandFailure(command.text, exitCode);
}

/** Runs a line of the project's own, in a shell of its own (spec/builds.md 6). Exit code 183 skips the build. */
export async function runUserCommand(
  context: BuildContext,
  command: Omit<ShellCommand, "argv">,
): Promise<void> {
  const { exitCode } = await runRecorded(context, { ...command, argv: ["/bin/sh", "-c", command.text] });
  if (exitCode === skipCode) throw new BuildSkipped();
  if (exitCode !== 0) throw commandFailure(command.text, exitCode);
}

export const commandFailure = (command: string, exitCode: number | null): BuildFailure =>
  new BuildFailure("build:user:generic", {
    command: command.length > 200 ? `${command.slice(0, 200)}…` : command,
    exit_code: exitCode ?? "none",
  });
