import { ConfigError } from "#lib/builds/config/rules/error.ts";
import type { Section } from "#lib/builds/config/rules/section.ts";
import {
  choice,
  described,
  listOrAll,
  path,
  type Reader,
  text,
  texts,
} from "#lib/builds/config/rules/values.ts";
import type { BuildConfig, PipInstall, UvInstall } from "#lib/builds/config/schema.ts";

/** Reads `python.install` (spec/builds.md 5.4). */
export function readPython(root: Section): BuildConfig["python"] {
  const entries = root.section("python").sections("install");
  if (entries.length > 1 && entries.some(isUv))
    throw new ConfigError("config:python:uv-multiple-install-entries-invalid");
  return { install: entries.map((entry) => (isUv(entry) ? readUv(entry) : readPip(entry))) };
}

/** Whether a configuration installs with uv. */
export const usesUv = (config: BuildConfig): boolean =>
  config.python.install.some((entry) => "method" in entry && entry.method === "uv");

const isUv = (entry: Section): boolean => entry.given("method") === "uv";

function readPip(entry: Section): PipInstall {
  if (entry.has("requirements")) return { requirements: entry.required("requirements", path) };
  if (!entry.has("path"))
    throw new ConfigError("config:python:pip-path-requirement-required", { key: entry.key });
  const folder = entry.required("path", path);
  const method = entry.optional("method", choice(["pip", "setuptools"]), "pip");
  const extra_requirements = entry.optional("extra_requirements", texts, []);
  if (extra_requirements.length > 0 && method !== "pip")
    throw new ConfigError("config:python:pip-required", { key: entry.key });
  return { path: folder, method, extra_requirements };
}

function readUv(entry: Section): UvInstall {
  entry.required("method", text);
  if (!entry.has("command")) throw new ConfigError("config:python:uv-command-required", { key: entry.key });
  const install: UvInstall = {
    method: "uv",
    command: entry.required("command", choice(["sync", "pip"])),
    path: entry.optional("path", path, null),
    requirements: entry.optional("requirements", path, null),
    groups: entry.optional("groups", namesOrAll, null),
    extras: entry.optional("extras", namesOrAll, null),
  };
  const refused = uvProblem(install);
  if (refused) throw new ConfigError(refused, { key: entry.key });
  return install;
}

function uvProblem(install: UvInstall) {
  const { command, path, requirements, groups, extras } = install;
  if (command === "sync") return requirements === null ? null : "config:python:uv-sync-requirements-invalid";
  if (path === null && requirements === null) return "config:python:uv-pip-requirements-or-path-required";
  if (path !== null && requirements !== null)
    return "config:python:uv-pip-requirements-and-path-mutually-exclusive";
  if (groups !== null) return "config:python:uv-pip-groups-not-allowed";
  return extras === "all" ? "config:python:uv-pip-extras-all-not-allowed" : null;
}

/** Names of dependency groups or extras: at least one, or the word `all`. */
const namesOrAll: Reader<readonly string[] | "all"> = (given, key) => {
  if (given !== "all" && !Array.isArray(given))
    throw new ConfigError("config:python:uv-groups-extras-invalid-type", {
      key,
      field: nameOf(key),
      value: described(given),
    });
  const names = listOrAll(text)(given, key);
  if (names.length === 0)
    throw new ConfigError("config:python:uv-groups-extras-empty", { key, field: nameOf(key) });
  return names;
};

const nameOf = (key: string): string => key.slice(key.lastIndexOf(".") + 1);
