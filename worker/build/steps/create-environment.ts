import { lstat } from "node:fs/promises";
import { join } from "node:path";
import type { BuildConfig } from "#lib/builds/config/schema.ts";
import { readCheckoutFile } from "#worker/build/checkout-file.ts";
import type { BuildContext } from "#worker/build/context.ts";
import { BuildFailure } from "#worker/build/failures.ts";
import { runOrFail, runQuietly } from "#worker/build/shell.ts";
import type { Toolchain } from "#worker/build/toolchain.ts";
import { condaPrograms, withDocumentationTool } from "#worker/build/tools/conda.ts";
import { environmentFolders, findPython, placeEnvironment } from "#worker/build/tools/python.ts";

type Environment = Readonly<Record<string, string>>;

/**
 * Makes the environment that a build installs into (spec/builds.md 6.3), unless the caches have brought it. `environment` is what
 * the build's commands find.
 */
export async function createEnvironment(
  context: BuildContext,
  config: BuildConfig,
  toolchain: Toolchain,
  environment: Environment,
): Promise<void> {
  switch (toolchain.kind) {
    case "none":
      return;
    case "python":
      return createPython(context, config, environment);
    case "uv":
      return createWithUv(context, config, environment);
    case "conda":
    case "mamba":
      return createWithConda(context, config, toolchain, environment);
  }
}

async function createPython(
  context: BuildContext,
  config: BuildConfig,
  environment: Environment,
): Promise<void> {
  const venv = join(context.workspace.home, environmentFolders.venv);
  const text = "python -m venv $READTHEDOCS_VIRTUALENV_PATH";
  if (await isThere(context, join(environmentFolders.venv, "pyvenv.cfg"))) return kept(context, text);
  const interpreter = await findPython(context, config.build.tools.python?.version ?? "3");
  if (interpreter && (await placeEnvironment(context, interpreter, "venv")))
    return context.log.shown("installing", text, []);
  const argv = [interpreter?.program ?? "python3", "-m", "venv", venv];
  await runOrFail(context, { step: "installing", text, argv, environment, network: "none" });
}

async function createWithUv(
  context: BuildContext,
  config: BuildConfig,
  environment: Environment,
): Promise<void> {
  const venv = join(context.workspace.home, environmentFolders.venv);
  const text = "uv venv $READTHEDOCS_VIRTUALENV_PATH";
  if (await isThere(context, join(environmentFolders.venv, "pyvenv.cfg"))) return kept(context, text);
  // UV_PYTHON names the Python in there, which is not there yet.
  const { UV_PYTHON: _, ...rest } = environment;
  const wanted = config.build.tools.python?.version;
  const interpreter = wanted === undefined ? null : await findPython(context, wanted);
  await runOrFail(context, {
    step: "installing",
    text,
    argv: ["uv", "venv", ...(interpreter ? ["--python", interpreter.program] : []), venv],
    environment: rest,
  });
}

async function createWithConda(
  context: BuildContext,
  config: BuildConfig,
  toolchain: Toolchain,
  environment: Environment,
): Promise<void> {
  if (config.conda === null) return;
  const { environment: path } = config.conda;
  const { slug } = context.version;
  await addDocumentationTool(context, config, path);
  const shown = { step: "installing", environment } as const;
  await runOrFail(context, { ...shown, text: `cat ${path}`, argv: ["cat", "--", path], network: "none" });
  const program = condaPrograms.conda.find((name) => toolchain.versions[name] !== undefined) ?? "conda";
  const argv = [program, "env", "create", "--quiet", "--name", slug, "--file", path];
  if (await isThere(context, join("conda", slug, "conda-meta"))) return kept(context, argv.join(" "));
  await runOrFail(context, { ...shown, text: argv.join(" "), argv });
}

/** Changes the file where it is, as its relative paths need; the build's own user writes it, who can only harm itself. */
async function addDocumentationTool(context: BuildContext, config: BuildConfig, path: string): Promise<void> {
  const file = await readCheckoutFile(context.workspace.host.checkout, path);
  if (file.kind === "missing") throw new BuildFailure("project:file:not-found", { filename: path });
  if (file.kind === "refused" || config.doctype === "generic") return;
  const text = withDocumentationTool(
    file.bytes.toString("utf8"),
    config.doctype === "mkdocs" ? "mkdocs" : "sphinx",
  );
  if (text === null) return;
  await runQuietly(context, {
    argv: ["/bin/sh", "-c", 'printf %s "$1" > "$2"', "sh", text, path],
    environment: {},
    network: "none",
  });
}

/** What the log says in place of the output of what an earlier build has done. */
export const keptLine = "It is there already.";

const kept = (context: BuildContext, text: string): Promise<void> =>
  context.log.shown("installing", text, [keptLine]);

/** Below the build's home. Only whether there is something: nothing is read. */
async function isThere(context: BuildContext, path: string): Promise<boolean> {
  return lstat(join(context.workspace.host.home, path)).then(
    () => true,
    () => false,
  );
}
