import type { BuildConfig, DownloadFormat } from "#lib/builds/config/schema.ts";
import type { Toolchain } from "#worker/build/toolchain.ts";

/** One thing a build does. All of it is decided from the configuration, before anything runs. */
export type PlannedStep =
  /** A line of the project's own, run by a shell of its own. */
  | { readonly do: "user"; readonly phase: Phase; readonly line: string }
  | PlatformStep
  /** Prints a file of the repository; the build ends when it is not there. */
  | { readonly do: "show"; readonly phase: Phase; readonly path: string }
  /** The built-in environment (spec/builds.md 6.3). */
  | { readonly do: "create environment" }
  /** Leaves one file in the folder of a download. */
  | { readonly do: "pack"; readonly format: DownloadFormat }
  /** From LaTeX sources to one PDF, if this machine can: `sources` writes the .tex files. */
  | { readonly do: "make pdf"; readonly sources: PlatformStep; readonly language: string };

/** A command of Lectern's own, which must succeed: a program and its arguments, read by no shell (`arguments.ts`). */
export type PlatformStep = {
  readonly do: "run";
  readonly phase: Phase;
  readonly args: readonly string[];
  /** Below the checkout; `.` is the checkout itself. */
  readonly folder: string;
  /** What it installs; needless in an environment with all of that which a cache has brought: it is days old at most. */
  readonly unlessKept?: readonly string[];
};

/** The phase under which the log shows a command. */
export type Phase = "cloning" | "installing" | "building";

/** What a plan depends on besides the configuration. */
export type PlanFacts = {
  readonly kind: Toolchain["kind"];
  /** Language code of the project. */
  readonly language: string;
  /** A pull request: pages only, no downloads. */
  readonly external: boolean;
};

/** Whether nothing built-in makes or fills an environment: the project says it all itself (spec/builds.md 6.3, 6.4). */
export const isUnmanaged = (config: BuildConfig, kind: PlanFacts["kind"]): boolean =>
  config.doctype === "generic" && kind !== "uv";

/** The Python of the build's environment, by a name `arguments.ts` fills in. */
export const environmentPython = (kind: PlanFacts["kind"]): string =>
  kind === "conda" || kind === "mamba"
    ? "$CONDA_ENVS_PATH/$CONDA_DEFAULT_ENV/bin/python"
    : "$READTHEDOCS_VIRTUALENV_PATH/bin/python";

/** How a documentation tool is called: as a module of the environment's Python, or through uv (spec/builds.md 6.5). */
export function documentationTool(kind: PlanFacts["kind"], module: string, program: string): string[] {
  return kind === "uv"
    ? ["uv", "run", "--no-sync", "--no-dev", program]
    : [environmentPython(kind), "-m", module];
}
