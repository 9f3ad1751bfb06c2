import type { BuildConfig, ToolName } from "#lib/builds/config/schema.ts";

/** `from` to `to` of one major version: `range("3", 6, 8)` is 3.6, 3.7, 3.8. */
const range = (major: string, from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `${major}.${from + index}`);

const words = (text: string): readonly string[] => text.split(" ");

export const operatingSystems = [
  "ubuntu-22.04",
  "ubuntu-24.04",
  "ubuntu-26.04",
  "ubuntu-lts-latest",
] as const;

/** The versions a configuration may ask for (spec/builds.md 5.3). Whether this machine has them is seen when the build runs. */
export const toolVersions: Readonly<Record<ToolName, readonly string[]>> = {
  python: [
    "2.7",
    ...range("3", 6, 14),
    ...words("3 latest"),
    ...words("miniconda3-4.7 miniconda3-3.12-24.1 miniconda3-3.12-24.9 miniconda-latest"),
    ...words("mambaforge-4.10 mambaforge-22.9 mambaforge-23.11 mambaforge-latest"),
    ...words("miniforge3-25.11 miniforge3-26.3 miniforge3-latest"),
  ],
  nodejs: words("14 16 18 19 20 22 23 24 25 26 latest"),
  ruby: words("3.3 3.4 4.0 latest"),
  rust: words("1.55 1.61 1.64 1.70 1.75 1.78 1.82 1.86 1.91 1.96 latest"),
  golang: [...range("1", 17, 26), "latest"],
};

/** Written out, because the order shows in messages. */
export const toolNames = [
  "python",
  "nodejs",
  "ruby",
  "rust",
  "golang",
] as const satisfies readonly ToolName[];

/** What kind of Python a configuration asks for. */
export function interpreterOf(tools: BuildConfig["build"]["tools"]): "none" | "python" | "conda" | "mamba" {
  const version = tools.python?.version;
  if (version === undefined) return "none";
  if (version.startsWith("mamba")) return "mamba";
  return /^mini(conda|forge)/.test(version) ? "conda" : "python";
}

/** The configuration as it is remembered: with the full versions the machine really used in place of the ones asked for. */
export function withFullVersions(
  config: BuildConfig,
  versions: Readonly<Record<string, string>>,
): BuildConfig {
  const tools = Object.fromEntries(
    Object.entries(config.build.tools).map(([name, tool]) => [
      name,
      { ...tool, full_version: versions[name] ?? tool.full_version },
    ]),
  );
  return { ...config, build: { ...config.build, tools } };
}
