import type { BuildConfig } from "#lib/builds/config/schema.ts";
import { enterState } from "#lib/builds/runs/commands.ts";
import { env } from "#lib/platform/env.ts";
import { runSandboxed, type SandboxResult } from "#lib/platform/sandbox/run.ts";
import { type BuildContext, remaining } from "#worker/build/context.ts";
import { buildEnvironment, virtualEnvironment } from "#worker/build/environment.ts";
import { BuildFailure, BuildSkipped, throwIfStopped } from "#worker/build/failures.ts";
import type { Checkout } from "#worker/build/steps/checkout.ts";

/** By this exit code a project asks to skip its build. */
const skipCode = 183;

/** Prepares the tools and runs `build.commands`, each in a shell of its own (spec/builds.md 6.6). */
export async function runCommands(
  context: BuildContext,
  config: BuildConfig,
  checkout: Checkout,
): Promise<void> {
  if (config.build.commands.length === 0) throw new BuildFailure("build:user:no-commands");
  const environment = buildEnvironment(context, checkout);
  await enterState(context.held, "installing");
  if (config.build.tools.python) {
    // Gives commands a `python` and a `pip` that may install: the system's own may not.
    const args = ["python3", "-m", "venv", virtualEnvironment(context)];
    const result = await run(context, "installing", args.join(" "), args, environment);
    if (result.exitCode !== 0) throw commandFailure(args.join(" "), result.exitCode);
  }
  await enterState(context.held, "building");
  for (const command of config.build.commands) {
    const result = await run(context, "building", command, ["/bin/sh", "-c", command], environment);
    if (result.exitCode === skipCode) throw new BuildSkipped();
    if (result.exitCode !== 0) throw commandFailure(command, result.exitCode);
  }
}

async function run(
  context: BuildContext,
  step: "installing" | "building",
  text: string,
  command: string[],
  environment: Record<string, string>,
): Promise<SandboxResult> {
  const limits = remaining(context);
  const result = await context.log.command(step, text, (onLines) =>
    runSandboxed({
      workspace: context.workspace,
      command,
      environment,
      limits,
      network: env.BUILD_NETWORK,
      signal: context.signal,
      onLines,
    }),
  );
  throwIfStopped(result, context.limits);
  return result;
}

const commandFailure = (command: string, exitCode: number | null) =>
  new BuildFailure("build:user:generic", {
    command: command.length > 200 ? `${command.slice(0, 200)}…` : command,
    exit_code: exitCode ?? "none",
  });
