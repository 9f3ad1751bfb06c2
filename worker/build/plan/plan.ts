import {
  type BuildConfig,
  type DownloadFormat,
  downloadFormats,
  type HookName,
  type Override,
} from "#lib/builds/config/schema.ts";
import { planInstall } from "#worker/build/plan/install.ts";
import { planMkdocs } from "#worker/build/plan/mkdocs.ts";
import { planSphinx } from "#worker/build/plan/sphinx.ts";
import { isUnmanaged, type Phase, type PlanFacts, type PlannedStep } from "#worker/build/plan/step.ts";

/** What a configuration leads to, in the order it runs. */
export type BuildPlan = {
  /** Without the project's own variables. */
  readonly afterCheckout: readonly PlannedStep[];
  readonly beforePackages: readonly PlannedStep[];
  readonly beforeTools: readonly PlannedStep[];
  readonly install: readonly PlannedStep[];
  readonly build: readonly PlannedStep[];
};

const nothing: BuildPlan = { afterCheckout: [], beforePackages: [], beforeTools: [], install: [], build: [] };

/** Plans a build: the project's `build.commands` and nothing else, or the built-in steps with its jobs (spec/builds.md 6). */
export function planBuild(config: BuildConfig, facts: PlanFacts): BuildPlan {
  const { commands } = config.build;
  if (commands.length > 0) return { ...nothing, build: lines("building", commands) };
  const hook = (phase: Phase, name: HookName) => lines(phase, config.build.jobs[name]);
  return {
    afterCheckout: hook("cloning", "post_checkout"),
    beforePackages: hook("installing", "pre_system_dependencies"),
    beforeTools: hook("installing", "post_system_dependencies"),
    install: [
      ...hook("installing", "pre_create_environment"),
      ...(overridden("installing", config.build.jobs.create_environment) ??
        (isUnmanaged(config, facts.kind) ? [] : [{ do: "create environment" } as const])),
      ...hook("installing", "post_create_environment"),
      ...hook("installing", "pre_install"),
      ...(overridden("installing", config.build.jobs.install) ?? planInstall(config, facts)),
      ...hook("installing", "post_install"),
    ],
    build: [
      ...hook("building", "pre_build"),
      ...formatsOf(config, facts).flatMap(
        (format) =>
          overridden("building", config.build.jobs.build[format]) ?? planFormat(config, format, facts),
      ),
      ...hook("building", "post_build"),
    ],
  };
}

const formatsOf = (config: BuildConfig, { external }: PlanFacts): ReadonlyArray<"html" | DownloadFormat> =>
  external ? ["html"] : ["html", ...downloadFormats.filter((format) => config.formats.includes(format))];

function planFormat(config: BuildConfig, format: "html" | DownloadFormat, facts: PlanFacts): PlannedStep[] {
  if (config.doctype === "generic") return [];
  if (config.doctype !== "mkdocs")
    return planSphinx(config, config.sphinx?.configuration ?? "conf.py", format, facts);
  // MkDocs makes pages and nothing else.
  if (format !== "html") return [];
  return planMkdocs(
    config.mkdocs?.configuration ?? "mkdocs.yml",
    config.mkdocs?.fail_on_warning ?? false,
    facts,
  );
}

const lines = (phase: Phase, commands: readonly string[]): PlannedStep[] =>
  commands.map((line) => ({ do: "user", phase, line }));

const overridden = (phase: Phase, override: Override): PlannedStep[] | null =>
  override === null ? null : lines(phase, override);
