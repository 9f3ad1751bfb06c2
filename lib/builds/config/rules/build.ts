import { ConfigError } from "#lib/builds/config/rules/error.ts";
import type { Section } from "#lib/builds/config/rules/section.ts";
import { operatingSystems, toolNames, toolVersions } from "#lib/builds/config/rules/tools.ts";
import { choice, list, listOf, type Reader, text, texts } from "#lib/builds/config/rules/values.ts";
import {
  type BuildConfig,
  type BuildJobs,
  type DownloadFormat,
  downloadFormats,
  hookNames,
} from "#lib/builds/config/schema.ts";

type Build = BuildConfig["build"];

const outputs = ["html", ...downloadFormats] as const;

const buildKeys = ["os", "tools", "jobs", "commands", "apt_packages"];

/** Reads `build` (spec/builds.md 5.3). The checks have the order of 5.1, because only the first problem is told. */
export function readBuild(root: Section, formats: readonly DownloadFormat[]): Build {
  const build = root.requiredSection("build", "It chooses build.os and the tools of the build.");
  const os = build.required("os", choice(operatingSystems), hintForOs(build));
  const tools = build.sectionOrNull("tools");
  tools?.allowOnly(toolNames);
  const jobs = build.section("jobs");
  jobs.allowOnly([...hookNames, "create_environment", "install", "build"]);
  const given = build.optional("commands", list, []);
  const hasTools = tools !== null && tools.names().length > 0;
  if (!hasTools && given.length === 0)
    throw new ConfigError("config:build:missing-build-tools-commands", { message: build.doubt(buildKeys) });
  if (given.length > 0 && jobs.names().length > 0) throw new ConfigError("config:build:jobs-and-commands");
  return {
    os,
    jobs: readJobs(jobs, formats),
    commands: texts(given, build.keyOf("commands")),
    tools: tools ? readTools(tools) : {},
    apt_packages: build.optional("apt_packages", listOf(packageName), []),
  };
}

const hintForOs = (build: Section): string =>
  build.has("image")
    ? "It replaces build.image, which is no longer known."
    : `Choose one of ${operatingSystems.join(", ")}.`;

function readJobs(jobs: Section, formats: readonly DownloadFormat[]): BuildJobs {
  const output = jobs.section("build");
  output.allowOnly(outputs);
  const listed: readonly string[] = ["html", ...formats];
  const unlisted = output.names().find((name) => !listed.includes(name));
  if (unlisted !== undefined)
    throw new ConfigError("config:build:jobs:build:missing-in-formats", { build_type: unlisted });
  const build = {
    html: output.optional("html", texts, null),
    htmlzip: output.optional("htmlzip", texts, null),
    pdf: output.optional("pdf", texts, null),
    epub: output.optional("epub", texts, null),
  };
  return {
    pre_checkout: jobs.optional("pre_checkout", texts, []),
    post_checkout: jobs.optional("post_checkout", texts, []),
    pre_system_dependencies: jobs.optional("pre_system_dependencies", texts, []),
    post_system_dependencies: jobs.optional("post_system_dependencies", texts, []),
    pre_create_environment: jobs.optional("pre_create_environment", texts, []),
    create_environment: jobs.optional("create_environment", texts, null),
    post_create_environment: jobs.optional("post_create_environment", texts, []),
    pre_install: jobs.optional("pre_install", texts, []),
    install: jobs.optional("install", texts, null),
    post_install: jobs.optional("post_install", texts, []),
    pre_build: jobs.optional("pre_build", texts, []),
    build,
    post_build: jobs.optional("post_build", texts, []),
  };
}

function readTools(tools: Section): Build["tools"] {
  const known = toolNames.filter((name) => tools.has(name));
  const inOrder = known.toSorted((a, b) => tools.names().indexOf(a) - tools.names().indexOf(b));
  return Object.fromEntries(
    inOrder.map((name) => {
      const version = tools.required(name, choice(toolVersions[name]));
      return [name, { version, full_version: version }];
    }),
  );
}

/** The name of a Debian package, without version or architecture. */
const packageName: Reader<string> = (given, key) => {
  const name = text(given, key).trim();
  const prefix = ["-", "/", "."].find((one) => name.startsWith(one));
  if (prefix !== undefined)
    throw new ConfigError("config:apt:invalid-package-name-prefix", { key, prefix, package: name });
  if (!/^[a-zA-Z0-9][a-zA-Z0-9.+-]*$/.test(name))
    throw new ConfigError("config:apt:invalid-package-name", { key, package: name });
  return name;
};
