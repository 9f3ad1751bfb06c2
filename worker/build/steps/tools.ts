import { join } from "node:path";
import { ownCommands } from "#lib/builds/config/rules/own-commands.ts";
import { usesUv } from "#lib/builds/config/rules/python.ts";
import { interpreterOf, toolNames } from "#lib/builds/config/rules/tools.ts";
import type { BuildConfig, ToolName } from "#lib/builds/config/schema.ts";
import { attachNotice } from "#lib/builds/runs/commands.ts";
import type { BuildContext } from "#worker/build/context.ts";
import { BuildFailure } from "#worker/build/failures.ts";
import { runQuietly } from "#worker/build/shell.ts";
import type { Toolchain } from "#worker/build/toolchain.ts";
import { condaPrograms } from "#worker/build/tools/conda.ts";
import { findSeen, machineTools, versionOf } from "#worker/build/tools/machine.ts";
import { managedTool } from "#worker/build/tools/managers.ts";
import { findNode, nodesHere } from "#worker/build/tools/node.ts";
import { installCommand, missingPackages } from "#worker/build/tools/packages.ts";
import { ownPrograms } from "#worker/build/tools/programs.ts";
import { environmentFolders, findPython, placeEnvironment } from "#worker/build/tools/python.ts";
import { callsUv, findUv } from "#worker/build/tools/uv.ts";
import { listVersions, newestFor, type Versioned } from "#worker/build/tools/versions.ts";

/**
 * Looks whether the machine has the packages the configuration asks for. Lacking ones are named to the build's people, with the
 * operator's command; the build goes on, because many only make it nicer.
 */
export async function checkSystemPackages(context: BuildContext, config: BuildConfig): Promise<void> {
  const wanted = config.build.apt_packages;
  if (wanted.length === 0 || config.build.commands.length > 0) return;
  const missing = await missingPackages(wanted);
  const say = (line: string) =>
    context.log.shown("installing", `# build.apt_packages: ${wanted.join(" ")}`, [line]);
  if (missing === null) return say("This server has no dpkg, so nobody can tell whether they are installed.");
  if (missing.length === 0) return say("They are installed on this server.");
  const command = installCommand(missing);
  await say(`Missing on this server: ${missing.join(", ")}. Its operator can install them: ${command}`);
  await attachNotice(context.held, "build:user:apt-packages-missing", {
    packages: missing.join(", "),
    command,
  });
}

/** Where npm puts what a build installs with `--global`; also READTHEDOCS projects' own `corepack enable`. */
const npmFolder = "npm";

/** A tool that was found: what goes on PATH for it, and where `asdf where` points. */
type Found = Versioned & { readonly path: readonly string[]; readonly folder: string };

/**
 * Provides the tools of the configuration, in the order of the file, and says in the log what was found. Throws BuildFailure
 * `build:user:tool-not-available` for one that cannot be had in the wanted version.
 */
export async function prepareTools(context: BuildContext, config: BuildConfig): Promise<Toolchain> {
  const { workspace } = context;
  const kind = kindOf(config);
  const found = new Map<string, Found>();
  for (const [tool, { version: wanted }] of wantedTools(config, kind)) {
    const conda = tool === "python" && (kind === "conda" || kind === "mamba") ? kind : null;
    const [name, one] = conda
      ? await condaFor(context, conda, wanted)
      : ([tool, await toolFor(context, config, tool, wanted)] as const);
    found.set(name, one);
    await context.log.shown("installing", `# build.tools.${tool}: ${wanted}`, [`${name} ${one.version}`]);
  }
  const uv = callsUv(config) ? await findUv(context) : null;
  if (uv) found.set("uv", { version: uv.version, path: listed(uv.folder), folder: uv.folder ?? "/usr" });
  else if (kind === "uv") throw notAvailable("uv", "latest", []);

  const tools = [...found];
  return {
    kind,
    path: [
      ...tools.filter(([name]) => name === "python").flatMap(([, { path }]) => path),
      join(workspace.home, npmFolder, "bin"),
      ...tools.filter(([name]) => name !== "python").flatMap(([, { path }]) => path),
      await ownPrograms(workspace),
    ],
    environment: {
      ...(found.has("nodejs") && {
        npm_config_prefix: join(workspace.home, npmFolder),
        COREPACK_ENABLE_DOWNLOAD_PROMPT: "0",
      }),
      ...(kind === "uv" && uvVariables(context, config)),
      ...(config.conda && {
        CONDA_ENVS_PATH: join(workspace.home, "conda"),
        CONDA_DEFAULT_ENV: context.version.slug,
      }),
      LECTERN_TOOLS: tools.map(([name, { version, folder }]) => `${name} ${version} ${folder}`).join("\n"),
    },
    versions: Object.fromEntries(tools.map(([name, { version }]) => [name, version])),
  };
}

const listed = (folder: string | null): string[] => (folder === null ? [] : [folder]);

/** How the environment is made (spec/builds.md 5.3, 6.3). A documentation tool runs on some Python even where the file names none. */
export function kindOf(config: BuildConfig): Toolchain["kind"] {
  const interpreter = interpreterOf(config.build.tools);
  if (interpreter === "conda" || interpreter === "mamba") return interpreter;
  if (usesUv(config)) return "uv";
  return config.doctype === "generic" ? interpreter : "python";
}

type Wanted = readonly [ToolName, { readonly version: string }];

/** In the order of the file. */
function wantedTools({ build }: BuildConfig, kind: Toolchain["kind"]): Wanted[] {
  const named = Object.keys(build.tools).flatMap((name) => toolNames.filter((tool) => tool === name));
  const wanted = named.flatMap((tool): Wanted[] => {
    const given = build.tools[tool];
    return given ? [[tool, given]] : [];
  });
  return kind === "python" && !build.tools.python ? [["python", { version: "3" }], ...wanted] : wanted;
}

function uvVariables(context: BuildContext, config: BuildConfig): Record<string, string> {
  const { checkout, home } = context.workspace;
  const venv = join(home, environmentFolders.venv);
  const [install] = config.python.install;
  const project = install && "path" in install ? (install.path ?? ".") : ".";
  return {
    UV_PYTHON: join(venv, "bin/python"),
    UV_PROJECT: join(checkout, project),
    UV_PROJECT_ENVIRONMENT: venv,
  };
}

async function toolFor(
  context: BuildContext,
  config: BuildConfig,
  tool: ToolName,
  wanted: string,
): Promise<Found> {
  if (tool === "python") return pythonFor(context, config, wanted);
  if (tool === "nodejs") return nodeFor(context, wanted);
  const here = await machineTools(tool);
  const own = newestFor(wanted, here);
  if (own) {
    const folder = join(own.program, "..");
    return { version: own.version, path: [folder], folder: join(folder, "..") };
  }
  const managed = await managedTool(context, tool, wanted);
  if (!managed) throw notAvailable(tool, wanted, here);
  return { version: managed.version, path: [join(managed.folder, "bin")], folder: managed.folder };
}

async function pythonFor(context: BuildContext, config: BuildConfig, wanted: string): Promise<Found> {
  const interpreter = await findPython(context, wanted);
  if (!interpreter) throw notAvailable("python", wanted, await machineTools("python"));
  const folder = join(context.workspace.home, environmentFolders.python);
  const { version } = interpreter;
  // The project's own commands may install into it.
  if (ownCommands(config).length === 0) return { version, path: [], folder };
  if (!(await placeEnvironment(context, interpreter, "python"))) {
    const argv = [interpreter.program, "-m", "venv", folder];
    const { exitCode } = await runQuietly(context, { argv, environment: {}, network: "none" });
    if (exitCode !== 0)
      throw new BuildFailure("build:user:generic", {
        command: argv.join(" "),
        exit_code: exitCode ?? "none",
      });
  }
  return { version, path: [join(folder, "bin")], folder };
}

/** `corepack enable` puts yarn and pnpm beside the corepack it finds, which must be where a build may write. */
async function nodeFor(context: BuildContext, wanted: string): Promise<Found> {
  const node = await findNode(context, wanted);
  if (!node) throw notAvailable("nodejs", wanted, await nodesHere());
  const { home, path } = context.workspace;
  await runQuietly(context, {
    argv: [
      ...["/bin/sh", "-c"],
      'mkdir -p "$1" && program=$(command -v corepack) && ln -sf "$(readlink -f "$program")" "$1/corepack"',
      ...["sh", join(home, npmFolder, "bin")],
    ],
    environment: { PATH: [...listed(node.folder), path].join(":") },
    network: "none",
  });
  return { version: node.version, path: listed(node.folder), folder: node.folder ?? "/usr" };
}

async function condaFor(
  context: BuildContext,
  kind: "conda" | "mamba",
  wanted: string,
): Promise<readonly [string, Found]> {
  for (const name of condaPrograms[kind]) {
    const program = await findSeen(name);
    if (program === null) continue;
    const version = (await versionOf(program, "--version")) ?? "unknown";
    return [name, { version, path: [], folder: join(context.workspace.home, "conda") }];
  }
  throw notAvailable("python", wanted, await machineTools("python"));
}

const notAvailable = (tool: string, version: string, available: readonly Versioned[]): BuildFailure =>
  new BuildFailure("build:user:tool-not-available", { tool, version, available: listVersions(available) });
