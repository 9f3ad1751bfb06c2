import { join } from "node:path";
import type { BuildConfig } from "#lib/builds/config/schema.ts";
import { expandArguments, showArguments } from "#worker/build/arguments.ts";
import { readCheckoutFile } from "#worker/build/checkout-file.ts";
import type { BuildContext } from "#worker/build/context.ts";
import { BuildFailure } from "#worker/build/failures.ts";
import {
  environmentPython,
  type Phase,
  type PlannedStep,
  type PlatformStep,
} from "#worker/build/plan/step.ts";
import { runOrFail, runQuietly, runUserCommand, type ShellCommand } from "#worker/build/shell.ts";
import type { Checkout } from "#worker/build/steps/checkout.ts";
import { createEnvironment, keptLine } from "#worker/build/steps/create-environment.ts";
import { makePdf, packDownload } from "#worker/build/steps/downloads.ts";
import type { Toolchain } from "#worker/build/toolchain.ts";

/** What planned steps run with. */
export type Stage = {
  readonly config: BuildConfig;
  readonly toolchain: Toolchain;
  readonly environment: Readonly<Record<string, string>>;
  /** A cache has brought the environment that is installed into. */
  readonly environmentKept?: boolean;
  /** What the project's lines may reach besides the network of builds. */
  readonly reach?: Checkout["reach"];
};

/** Does what was planned, in order. Ends the build with a BuildFailure, or skips it (exit code 183 of a line of the project's own). */
export async function perform(
  context: BuildContext,
  steps: readonly PlannedStep[],
  stage: Stage,
): Promise<void> {
  for (const step of steps) await performOne(context, step, stage);
}

async function performOne(context: BuildContext, step: PlannedStep, stage: Stage): Promise<void> {
  const { environment, reach } = stage;
  switch (step.do) {
    case "user":
      return runUserCommand(context, {
        ...{ step: step.phase, text: step.line, environment },
        ...(reach && { reach }),
      });
    case "run":
      if (await isKept(context, step, stage))
        return context.log.shown(step.phase, showArguments(step.args), [keptLine]);
      return runOrFail(context, commandOf(context, step, stage));
    case "show":
      return showFile(context, step.phase, step.path);
    case "create environment":
      return createEnvironment(context, stage.config, stage.toolchain, environment);
    case "pack":
      return void (await packDownload(context, step.format, packing(stage)));
    case "make pdf":
      return makePdf(context, commandOf(context, step.sources, stage), step.language, packing(stage));
  }
}

/** Lines of the project's own may have taken away what a cache has brought. */
async function isKept(context: BuildContext, step: PlatformStep, stage: Stage): Promise<boolean> {
  if (!stage.environmentKept || !step.unlessKept) return false;
  const script =
    "import importlib.metadata, sys; [importlib.metadata.version(name) for name in sys.argv[1:]]";
  const [python = ""] = expandArguments([environmentPython(stage.toolchain.kind)], stage.environment);
  const { exitCode } = await runQuietly(context, {
    argv: [python, "-I", "-c", script, ...step.unlessKept],
    environment: stage.environment,
    network: "none",
  });
  return exitCode === 0;
}

const packing = ({ toolchain, environment }: Stage) => ({
  environment,
  python: environmentPython(toolchain.kind),
});

function commandOf(context: BuildContext, step: PlatformStep, { environment }: Stage): ShellCommand {
  return {
    step: step.phase,
    text: showArguments(step.args),
    argv: expandArguments(step.args, environment),
    folder: join(context.workspace.checkout, step.folder),
    environment,
  };
}

/** Prints a file the configuration names, so that the log says what the build went by. */
async function showFile(context: BuildContext, phase: Phase, path: string): Promise<void> {
  const file = await readCheckoutFile(context.workspace.host.checkout, path);
  if (file.kind === "missing") throw new BuildFailure("project:file:not-found", { filename: path });
  const text = file.kind === "read" ? file.bytes.toString("utf8") : file.reason;
  await context.log.shown(phase, showArguments(["cat", path]), text.replace(/\n$/, "").split(/\r?\n/));
}
