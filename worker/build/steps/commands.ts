import type { BuildConfig } from "#lib/builds/config/schema.ts";
import { enterState } from "#lib/builds/runs/commands.ts";
import { env } from "#lib/platform/env.ts";
import type { Network } from "#lib/platform/sandbox/network.ts";
import { runSandboxed, type SandboxResult } from "#lib/platform/sandbox/run.ts";
import { type BuildContext, remaining } from "#worker/build/context.ts";
import { buildEnvironment, virtualEnvironment } from "#worker/build/environment.ts";
import { BuildFailure, BuildSkipped, throwIfStopped } from "#worker/build/failures.ts";
import { prepareVirtualEnvironment } from "#worker/build/python.ts";
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
  await prepareTools(context, config, environment);
  await enterState(context.held, "building");
  for (const command of config.build.commands) {
    const result = await run(context, "building", command, ["/bin/sh", "-c", command], environment);
    if (result.exitCode === skipCode) throw new BuildSkipped();
    if (result.exitCode !== 0) throw commandFailure(command, result.exitCode);
  }
}

/** The machine's own tools are used; the log says which versions these are and which were asked for. */
async function prepareTools(
  context: BuildContext,
  config: BuildConfig,
  environment: Record<string, string>,
): Promise<void> {
  for (const [tool, { version }] of Object.entries(config.build.tools)) {
    if (tool === "python") await makeVirtualEnvironment(context, environment);
    const shown = versionCommands[tool];
    if (shown)
      await run(
        context,
        "installing",
        `${shown} # build.tools.${tool}: ${version}`,
        ["/bin/sh", "-c", shown],
        environment,
        "none",
      );
  }
}

async function makeVirtualEnvironment(
  context: BuildContext,
  environment: Record<string, string>,
): Promise<void> {
  const text = `python3 -m venv ${virtualEnvironment(context)}`;
  const made = await prepareVirtualEnvironment(context, (command) =>
    run(context, "installing", text, command, environment),
  );
  if (made === null) await context.log.shown("installing", text, []);
  else if (made.exitCode !== 0) throw commandFailure(text, made.exitCode);
}

const versionCommands: Readonly<Record<string, string>> = {
  python: "python --version",
  nodejs: "node --version",
  ruby: "ruby --version",
  rust: "rustc --version",
  golang: "go version",
};

async function run(
  context: BuildContext,
  step: "installing" | "building",
  text: string,
  command: string[],
  environment: Record<string, string>,
  network: Network = env.BUILD_NETWORK,
): Promise<SandboxResult> {
  const limits = remaining(context);
  const result = await context.log.command(step, text, (onLines) =>
    runSandboxed({
      workspace: context.workspace,
      command,
      environment,
      limits,
      network,
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
