import type { BuildConfig, PythonInstall } from "#lib/builds/config/schema.ts";
import { environmentPython, isUnmanaged, type PlanFacts, type PlannedStep } from "#worker/build/plan/step.ts";

/**
 * The built-in installs (spec/builds.md 6.4). Packages already fetched are used again: what pip keeps lies in the build's own
 * caches, and a build of another project never reads them.
 */
export function planInstall(config: BuildConfig, facts: PlanFacts): PlannedStep[] {
  if (isUnmanaged(config, facts.kind)) return [];
  const step = (args: string[]) => ({ do: "run", phase: "installing", folder: ".", args }) as const;
  return [
    // Requirements may ask for an older tool: upgrading it again would fetch both with every build.
    ...basics(config, facts).map(({ args, packages }) => ({ ...step(args), unlessKept: packages })),
    ...config.python.install.flatMap((entry) => installed(entry, facts)).map(step),
  ];
}

/** Of its own accord an environment gets a current pip and the documentation tool; uv and conda bring theirs. */
function basics(config: BuildConfig, { kind }: PlanFacts): Array<{ args: string[]; packages: string[] }> {
  if (kind === "uv" || isConda(kind)) return [];
  const upgrade = [environmentPython(kind), "-m", "pip", "install", "--upgrade"];
  const tool = config.doctype === "mkdocs" ? "mkdocs" : "sphinx";
  return [
    { args: [...upgrade, "pip", setuptoolsFor(config)], packages: ["pip", "setuptools"] },
    ...(config.doctype === "generic" ? [] : [{ args: [...upgrade, tool], packages: [tool] }]),
  ];
}

/** Newer ones no longer install through setup.py; Python 3.12 and later cannot run the older ones. */
function setuptoolsFor(config: BuildConfig): string {
  const old = /^(2\.7|3\.([6-9]|1[01]))$/.test(config.build.tools.python?.version ?? "");
  const direct = config.python.install.some((entry) => "method" in entry && entry.method === "setuptools");
  return old && direct ? "setuptools<58.3.0" : "setuptools";
}

function installed(entry: PythonInstall, { kind }: PlanFacts): string[][] {
  const python = environmentPython(kind);
  const pip = [python, "-m", "pip", "install"];
  if (!("method" in entry))
    return isConda(kind) ? [] : [[...pip, "--exists-action=w", "-r", entry.requirements]];
  switch (entry.method) {
    case "pip":
      return [
        [
          ...[...pip, "--upgrade", "--upgrade-strategy", "only-if-needed"],
          withExtras(entry.path, entry.extra_requirements),
        ],
      ];
    case "setuptools":
      return [[python, `${local(entry.path)}/setup.py`, "install", "--force"]];
    case "uv":
      return [entry.command === "sync" ? uvSync(entry) : uvPip(entry)];
  }
}

type UvInstall = Extract<PythonInstall, { method: "uv" }>;

const uvSync = ({ groups, extras }: UvInstall): string[] => [
  ...["uv", "sync"],
  ...(groups === "all" ? ["--all-groups"] : (groups ?? []).flatMap((group) => ["--group", group])),
  ...(extras === "all" ? ["--all-extras"] : (extras ?? []).flatMap((extra) => ["--extra", extra])),
];

function uvPip({ path, requirements, extras }: UvInstall): string[] {
  const install = ["uv", "pip", "install"];
  if (requirements !== null) return [...install, "-r", requirements];
  return [...install, withExtras(path ?? ".", extras)];
}

const withExtras = (path: string, extras: UvInstall["extras"]): string =>
  extras === null || extras === "all" || extras.length === 0
    ? local(path)
    : `${local(path)}[${extras.join(",")}]`;

/** A path that nobody takes for the name of a package. */
const local = (path: string): string => (/^\.(\/|$)/.test(path) ? path : `./${path}`);

const isConda = (kind: PlanFacts["kind"]): boolean => kind === "conda" || kind === "mamba";
