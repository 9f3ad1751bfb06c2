import { createHash } from "node:crypto";
import { realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import type { BuildContext } from "#worker/build/context.ts";
import { runQuietly } from "#worker/build/shell.ts";
import { keepTool } from "#worker/build/tools/kept.ts";
import { type MachineTool, machineTools } from "#worker/build/tools/machine.ts";
import { managedTool } from "#worker/build/tools/managers.ts";
import { newestFor } from "#worker/build/tools/versions.ts";

/** A Python to make environments with. `identity` tells it from every other one, also from itself before an update. */
export type Interpreter = MachineTool & { readonly identity: string };

/** The newest Python that satisfies the request: the machine's own, or one that a version manager gets. Null when there is none. */
export async function findPython(context: BuildContext, wanted: string): Promise<Interpreter | null> {
  const own = newestFor(wanted, await machineTools("python"));
  if (own) {
    const program = await realpath(own.program);
    const { size, mtimeMs } = await stat(program);
    return { ...own, identity: `${program} ${size} ${mtimeMs}` };
  }
  const managed = await managedTool(context, "python", wanted);
  if (!managed) return null;
  const program = join(managed.folder, "bin/python3");
  return { program, version: managed.version, identity: program };
}

/** Folders of a build's home with an environment in it. */
export const environmentFolders = {
  /** What the configuration installs goes here: READTHEDOCS_VIRTUALENV_PATH. */
  venv: "venv",
  /** Stands for the Python itself, into which the project's own commands may install, as into one of their own. */
  python: "python",
} as const;

/** Packages an environment starts with, so that no build has to fetch them: current ones, and what people expect of a Python. */
const startsWith = {
  venv: ["pip", "setuptools"],
  python: ["pip", "setuptools", "virtualenv"],
} as const;

/**
 * Puts an environment into the build's home unless there is one. Making one takes seconds, so the first of an interpreter is kept
 * and copied; it is made where no build has ever run. False when it could not be copied: then the build makes its own.
 */
export async function placeEnvironment(
  context: BuildContext,
  interpreter: Interpreter,
  name: keyof typeof environmentFolders,
): Promise<boolean> {
  const { workspace } = context;
  // Without a sandbox every workspace has another home, and an environment works in one place only.
  if (workspace.isolation === "none") return false;
  const hash = createHash("sha256").update(interpreter.identity).digest("hex").slice(0, 12);
  const kept = await keepTool(context, {
    name: `${name}-${interpreter.version}-${hash}`,
    script: `'${interpreter.program}' -I -m venv "$1"
"$1/bin/python" -m pip install --quiet --retries 1 --upgrade ${startsWith[name].join(" ")} || true
"$1/bin/python" -c 'import platform; print(platform.python_version())'`,
    shownAs: null,
    homeFolder: environmentFolders[name],
    network: "online",
  });
  if (kept === null) return false;
  const copy = `[ -e "$2/pyvenv.cfg" ] && exit 0
mkdir -p "$2" && exec cp -R --preserve=mode,timestamps,links --no-target-directory "$1" "$2"`;
  const target = join(workspace.home, environmentFolders[name]);
  const { exitCode } = await runQuietly(context, {
    argv: ["/bin/sh", "-c", copy, "sh", kept.folder, target],
    environment: {},
    folder: workspace.home,
    network: "none",
  });
  return exitCode === 0;
}
