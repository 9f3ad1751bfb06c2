import { createHash } from "node:crypto";
import type { CacheKind } from "#lib/builds/caches/schema.ts";
import { ownCommands } from "#lib/builds/config/rules/own-commands.ts";
import type { BuildConfig } from "#lib/builds/config/schema.ts";

/** Files whose content decides what is installed, as pathspecs of git; besides those a configuration names itself. */
export const lockFiles: readonly string[] = [
  ...["*requirements*.txt", "requirements/**/*.txt", "constraints*.txt", "environment*.yml"],
  ...["environment*.yaml", "pyproject.toml", "setup.py", "setup.cfg", "uv.lock", "poetry.lock", "pdm.lock"],
  ...["Pipfile.lock", "package.json", "package-lock.json", "npm-shrinkwrap.json", "yarn.lock"],
  ...["pnpm-lock.yaml", "Gemfile.lock"],
].map((pattern) => `:(glob)**/${pattern}`);

/** The files a configuration names, as pathspecs. */
export function namedFiles({ python, conda }: BuildConfig): string[] {
  const paths = python.install.flatMap((entry) =>
    "requirements" in entry && entry.requirements !== null ? [entry.requirements] : [],
  );
  return [...paths, ...(conda ? [conda.environment] : [])].map((path) => `:(literal)${path}`);
}

/** Everything that what a build installs depends on. */
export type CacheFacts = {
  readonly config: BuildConfig;
  /** Full versions, and which interpreter it is on this machine. */
  readonly tools: Readonly<Record<string, string>>;
  /** Hash of the files of `lockFiles` and `namedFiles`. */
  readonly files: string;
  /**
   * Whether the build holds private variables: what it installs and downloads may hold them too, so that a build without them, of a
   * pull request first of all, must never find it.
   */
  readonly secrets: boolean;
};

/** To be changed when folders of a build move: what was kept for the old ones is of no use then. */
const layout = 1;

/** Under which keys a build keeps things. The same key means the same commands installed the same with the same tools. */
export function cacheKeys({ config, tools, files, secrets }: CacheFacts): Record<CacheKind, string> {
  const { build, python, conda, doctype } = config;
  const machine = [layout, process.platform, process.arch];
  return {
    downloads: keyOf(cacheFamily("downloads", secrets), [...machine, files, Object.keys(tools).sort()]),
    environment: keyOf(cacheFamily("environment", secrets), [
      ...machine,
      files,
      sorted(tools),
      build,
      python,
      conda,
      doctype,
    ]),
  };
}

/** What the keys of one kind begin with, before a dash. */
export const cacheFamily = (kind: CacheKind, secrets: boolean): string =>
  secrets ? `private-${kind}` : kind;

const keyOf = (family: string, facts: unknown): string =>
  `${family}-${createHash("sha256").update(JSON.stringify(facts)).digest("hex").slice(0, 32)}`;

const sorted = (tools: CacheFacts["tools"]) =>
  Object.entries(tools).sort(([one], [other]) => (one < other ? -1 : 1));

/** `npm ci` throws away what is installed before it installs. */
export const keepsNodeModules = (config: BuildConfig): boolean =>
  !ownCommands(config).some((line) => /\bnpm\s+(.*\s)?(ci|clean-install|install-clean)\b/.test(line));

/** How much a project may keep. */
export type CacheLimits = { readonly count: number; readonly bytes: number };

/** The keys to forget, least recently used first to go, so that a project stays within its limits. */
export function surplus(
  kept: ReadonlyArray<{ readonly key: string; readonly bytes: bigint; readonly lastUsedAt: Date }>,
  limits: CacheLimits,
): string[] {
  const recent = [...kept].sort((one, other) => other.lastUsedAt.getTime() - one.lastUsedAt.getTime());
  let bytes = 0;
  return recent
    .filter((entry, index) => {
      bytes += Number(entry.bytes);
      return index >= limits.count || bytes > limits.bytes;
    })
    .map(({ key }) => key);
}
