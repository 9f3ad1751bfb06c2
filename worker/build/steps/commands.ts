import type { BuildConfig } from "#lib/builds/config/schema.ts";
import { enterState } from "#lib/builds/runs/commands.ts";
import type { BuildContext } from "#worker/build/context.ts";
import { buildEnvironment, virtualEnvironment } from "#worker/build/environment.ts";
import { BuildFailure } from "#worker/build/failures.ts";
import { prepareVirtualEnvironment } from "#worker/build/python.ts";
import { commandFailure, runRecorded, runUserCommand } from "#worker/build/shell.ts";
import type { Checkout } from "#worker/build/steps/checkout.ts";

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
    await runUserCommand(context, { step: "building", text: command, environment });
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
      await runRecorded(context, {
        step: "installing",
        text: `${shown} # build.tools.${tool}: ${version}`,
        argv: ["/bin/sh", "-c", shown],
        environment,
        network: "none",
      });
  }
}

async function makeVirtualEnvironment(
  context: BuildContext,
  environment: Record<string, string>,
): Promise<void> {
  const text = `python3 -m venv ${virtualEnvironment(context)}`;
  const made = await prepareVirtualEnvironment(context, (command) =>
    runRecorded(context, { step: "installing", text, argv: command, environment }),
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
