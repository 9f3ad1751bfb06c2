import { posix } from "node:path";
import { ConfigError } from "#lib/builds/config/rules/error.ts";
import type { Section } from "#lib/builds/config/rules/section.ts";
import { choice, flag, path, type Reader } from "#lib/builds/config/rules/values.ts";
import type { BuildConfig, SphinxDoctype } from "#lib/builds/config/schema.ts";

type Documentation = Pick<BuildConfig, "doctype" | "sphinx" | "mkdocs">;

const builders = ["html", "htmldir", "dirhtml", "singlehtml"] as const;

const storedBuilders = {
  html: "sphinx",
  htmldir: "sphinx_htmldir",
  dirhtml: "sphinx_htmldir",
  singlehtml: "sphinx_singlehtml",
} as const satisfies Record<(typeof builders)[number], SphinxDoctype>;

/** Reads `sphinx` and `mkdocs` (spec/builds.md 5.7). Which of them is missing is told later, by `requireTool`. */
export function readDocumentation(root: Section, build: BuildConfig["build"]): Documentation {
  if (root.has("sphinx") && root.has("mkdocs")) throw new ConfigError("config:base:sphinx-mkdocs-together");
  const mkdocs = readMkdocs(root);
  const sphinx = mkdocs === null ? readSphinx(root) : null;
  return { doctype: doctypeOf(root, build, sphinx?.builder ?? "sphinx"), sphinx, mkdocs };
}

const rootKeys = "version formats build conda python sphinx mkdocs submodules search".split(" ");

/** Without commands of its own, a project says where the configuration of its documentation tool is. */
export function requireTool(root: Section, build: BuildConfig["build"], found: Documentation): void {
  if (build.commands.length > 0) return;
  if (root.has("mkdocs") && !found.mkdocs?.configuration)
    throw new ConfigError("config:mkdocs:missing-config");
  const needsSphinx = root.has("sphinx") || (!root.has("mkdocs") && !replacesSteps(build));
  if (needsSphinx && !found.sphinx?.configuration)
    throw new ConfigError("config:sphinx:missing-config", { message: root.doubt(rootKeys) });
}

function readMkdocs(root: Section): Documentation["mkdocs"] {
  const mkdocs = root.sectionOrNull("mkdocs");
  if (mkdocs === null) return null;
  return {
    configuration: mkdocs.optional("configuration", pathOrNull, null),
    fail_on_warning: mkdocs.optional("fail_on_warning", flag, false),
  };
}

/** What the key says, or the defaults of Sphinx, which projects without a tool have as well. */
function readSphinx(root: Section): NonNullable<Documentation["sphinx"]> {
  const sphinx = root.sectionOrNull("sphinx");
  if (sphinx === null) return { configuration: null, builder: "sphinx", fail_on_warning: false };
  const builder = sphinx.optional("builder", choice(builders), "html");
  return {
    configuration: sphinx.optional("configuration", confPy, null),
    builder: storedBuilders[builder],
    fail_on_warning: sphinx.optional("fail_on_warning", flag, false),
  };
}

const pathOrNull: Reader<string | null> = (given, key) =>
  given === null || given === "" ? null : path(given, key);

const confPy: Reader<string | null> = (given, key) => {
  const file = pathOrNull(given, key);
  if (file !== null && posix.basename(file) !== "conf.py")
    throw new ConfigError("config:sphinx:invalid-config-file", { key, value: file });
  return file;
};

/** Whether jobs stand in for what a documentation tool would do; an empty list does, too. */
const replacesSteps = ({ jobs }: BuildConfig["build"]): boolean =>
  [jobs.create_environment, jobs.install, ...Object.values(jobs.build)].some((job) => job !== null);

function doctypeOf(
  root: Section,
  build: BuildConfig["build"],
  builder: SphinxDoctype,
): BuildConfig["doctype"] {
  if (build.commands.length > 0) return "generic";
  if (root.has("mkdocs")) return "mkdocs";
  return !root.has("sphinx") && replacesSteps(build) ? "generic" : builder;
}
