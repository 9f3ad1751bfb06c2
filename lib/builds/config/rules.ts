import { readBuild } from "#lib/builds/config/rules/build.ts";
import { readFormats, readSearch, readSubmodules } from "#lib/builds/config/rules/content.ts";
import { readDocumentation, requireTool } from "#lib/builds/config/rules/documentation.ts";
import { ConfigError, isConfigError } from "#lib/builds/config/rules/error.ts";
import { readPython } from "#lib/builds/config/rules/python.ts";
import { Section } from "#lib/builds/config/rules/section.ts";
import { interpreterOf } from "#lib/builds/config/rules/tools.ts";
import { path, type Reader } from "#lib/builds/config/rules/values.ts";
import { readYaml } from "#lib/builds/config/rules/yaml.ts";
import type { BuildConfig } from "#lib/builds/config/schema.ts";

/**
 * Reads a configuration file, version 2 (spec/builds.md 5), and fills in the defaults. Throws ConfigError with the first problem found;
 * its values name the file and the key.
 */
export function parseConfig(text: string, filename: string): BuildConfig {
  try {
    return readConfig(new Section(readYaml(text, filename)));
  } catch (error) {
    if (!isConfigError(error)) throw error;
    const values = Object.entries({ filename, ...error.values }).map(([name, value]) => [
      name,
      typeof value === "string" ? readable(value) : value,
    ]);
    throw new ConfigError(error.notice, Object.fromEntries(values));
  }
}

function readConfig(root: Section): BuildConfig {
  const version = root.optional("version", versionTwo, "2");
  const formats = readFormats(root);
  const build = readBuild(root, formats);
  const conda = readConda(root, build);
  const python = readPython(root);
  const documentation = readDocumentation(root, build);
  const submodules = readSubmodules(root);
  const search = readSearch(root);
  requireTool(root, build, documentation);
  refuseUnknown(root);
  return { version, formats, python, conda, build, ...documentation, submodules, search };
}

const versionTwo: Reader<"2"> = (given) => {
  if (given === 2 || given === "2") return "2";
  throw new ConfigError("config:base:invalid-version");
};

/** A conda Python needs the file that describes its environment; any other may have one. */
function readConda(root: Section, build: BuildConfig["build"]): BuildConfig["conda"] {
  const conda = root.sectionOrNull("conda");
  if (conda) return { environment: conda.required("environment", path) };
  const kind = interpreterOf(build.tools);
  if (build.commands.length === 0 && (kind === "conda" || kind === "mamba"))
    throw new ConfigError("config:conda:required");
  return null;
}

/** Keys of earlier days, and what to write instead. */
const replaced: Readonly<Record<string, string>> = {
  "build.image": "Choose build.os and build.tools instead.",
  "python.version": "Choose the version under build.tools.python.",
  "python.system_packages": "Install what you need under python.install.",
  "python.use_system_site_packages": "Install what you need under python.install.",
};

function refuseUnknown(root: Section): void {
  const [key, ...others] = root.unknown();
  if (key === undefined) return;
  const also = others.length > 0 ? `Also unknown: ${others.slice(0, 10).join(", ")}.` : "";
  const message = Object.hasOwn(replaced, key)
    ? replaced[key]
    : "Check its spelling, its indentation and whether it goes with the keys beside it, or remove it.";
  throw new ConfigError("config:base:invalid-key-name", { key, message: `${message} ${also}`.trim() });
}

/** Notices are kept and read: no characters that cannot be stored, and nobody reads a key of a thousand of them. */
function readable(value: string): string {
  const text = value.replaceAll("\0", "");
  return (text.length > 500 ? `${text.slice(0, 499)}…` : text).toWellFormed();
}
