import { parseAllDocuments } from "yaml";
import { ConfigError, isConfigError } from "#lib/builds/config/rules/error.ts";
import { type BuildConfig, type BuildJobs, hookNames } from "#lib/builds/config/schema.ts";

const defaultSearchIgnore = ["search.html", "search/index.html", "404.html", "404/index.html"];
const operatingSystems = ["ubuntu-22.04", "ubuntu-24.04", "ubuntu-26.04", "ubuntu-lts-latest"];
const noJobs: BuildJobs = {
  ...(Object.fromEntries(hookNames.map((name) => [name, []])) as unknown as Record<
    (typeof hookNames)[number],
    readonly string[]
  >),
  create_environment: null,
  install: null,
  build: { html: null, htmlzip: null, pdf: null, epub: null },
};
const toolNames = ["python", "nodejs", "ruby", "rust", "golang"];

/**
 * Reads a configuration file as far as `build.commands` needs it. Keys of the other ways to build are left for those. Throws
 * ConfigError with the first problem found.
 */
export function parseConfig(text: string, filename: string): BuildConfig {
  const root = parseYaml(text, filename);
  if (root.version !== undefined && !["2", "2.0"].includes(String(root.version)))
    throw new ConfigError("config:base:invalid-version");
  const build = mapping(required(root.build, "build"), "build");
  const os = choice(required(build.os, "build.os"), "build.os", operatingSystems);
  const tools = toolVersions(build.tools);
  const commands = build.commands === undefined ? [] : texts(build.commands, "build.commands");
  const jobs = build.jobs === undefined ? {} : mapping(build.jobs, "build.jobs");
  if (commands.length === 0 && Object.keys(tools).length === 0)
    throw new ConfigError("config:build:missing-build-tools-commands");
  if (commands.length > 0 && Object.keys(jobs).length > 0)
    throw new ConfigError("config:build:jobs-and-commands");
  return {
    version: "2",
    formats: [],
    python: { install: [] },
    conda: null,
    build: { os, tools, jobs: noJobs, apt_packages: [], commands },
    doctype: doctype(root, commands),
    sphinx: null,
    mkdocs: null,
    submodules: { include: [], exclude: "all", recursive: false },
    search: { ranking: {}, ignore: defaultSearchIgnore },
  };
}

type Mapping = Readonly<Record<string, unknown>>;

function parseYaml(text: string, filename: string): Mapping {
  const fail = (message: string) =>
    new ConfigError("config:base:invalid-syntax", { filename, error_message: message });
  let value: unknown;
  try {
    const documents = parseAllDocuments(text, { version: "1.1", uniqueKeys: false, logLevel: "silent" });
    if (!Array.isArray(documents) || documents.length === 0) throw fail("The file is empty.");
    const [document] = documents;
    const problem = documents.flatMap((one) => one.errors)[0];
    if (problem) throw fail(problem.message);
    if (documents.length > 1 || !document) throw fail("The file holds more than one document.");
    value = document.toJS({ maxAliasCount: 100 });
    // Walks all of it once: no circles, and no text that could be neither run nor kept.
    JSON.stringify(value, (key, inner: unknown) => {
      if (isText(key) && (typeof inner !== "string" || isText(inner))) return inner;
      throw fail("It holds characters that cannot be stored.");
    });
  } catch (error) {
    if (isConfigError(error)) throw error;
    throw fail(error instanceof Error ? error.message : "It is not valid YAML.");
  }
  if (value === null || value === undefined) throw fail("The file is empty.");
  if (!isMapping(value) || Object.keys(value).length === 0) throw fail("The file must hold a mapping.");
  return value;
}

const isText = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

function doctype(root: Mapping, commands: readonly string[]): BuildConfig["doctype"] {
  if (commands.length > 0) return "generic";
  return root.mkdocs !== undefined ? "mkdocs" : "sphinx";
}

function toolVersions(value: unknown): BuildConfig["build"]["tools"] {
  if (value === undefined) return {};
  const given = mapping(value, "build.tools");
  return Object.fromEntries(
    Object.entries(given).map(([name, version]) => {
      choice(name, "build.tools", toolNames);
      if (typeof version !== "string" || version === "")
        throw new ConfigError("config:validation:invalid-string", { key: `build.tools.${name}` });
      return [name, { version, full_version: version }];
    }),
  );
}

function required(value: unknown, key: string): unknown {
  if (value === undefined) throw new ConfigError("config:validation:value-not-found", { key });
  return value;
}

function mapping(value: unknown, key: string): Mapping {
  if (!isMapping(value)) throw new ConfigError("config:validation:invalid-dict", { key });
  return value;
}

function texts(value: unknown, key: string): string[] {
  if (!Array.isArray(value)) throw new ConfigError("config:validation:invalid-list", { key });
  return value.map((item: unknown, index) => {
    if (typeof item === "string") return item;
    throw new ConfigError("config:validation:invalid-string", { key: `${key}.${index}` });
  });
}

function choice(value: unknown, key: string, choices: readonly string[]): string {
  if (typeof value === "string" && choices.includes(value)) return value;
  throw new ConfigError("config:validation:invalid-choice", {
    key,
    choices: choices.join(", "),
    value: `${typeof value} (${String(value).slice(0, 100)})`,
  });
}

const isMapping = (value: unknown): value is Mapping =>
  typeof value === "object" && value !== null && !Array.isArray(value);
