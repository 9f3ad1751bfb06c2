import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access, readdir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { ToolName } from "#lib/builds/config/schema.ts";
import { childEnvironment, systemPath } from "#lib/platform/sandbox/tools.ts";

/** A tool of the machine's own. */
export type MachineTool = { readonly program: string; readonly version: string };

const run = promisify(execFile);

/** Where a build sees the machine's programs, in the order of its PATH. */
const seenFolders = ["/usr/local/bin", "/usr/bin"];

const known: Readonly<
  Record<ToolName, { readonly name: RegExp; readonly folders?: readonly string[]; readonly ask: string }>
> = {
  python: { name: /^python3(\.\d+)?$/, ask: "--version" },
  nodejs: { name: /^node$/, ask: "--version" },
  ruby: { name: /^ruby$/, ask: "--version" },
  rust: { name: /^rustc$/, ask: "--version" },
  golang: { name: /^go$/, folders: ["/usr/local/go/bin", "/usr/lib/go/bin"], ask: "version" },
};

/** What this machine has of a tool, as far as a build can see it; each program once. */
export async function machineTools(tool: ToolName): Promise<MachineTool[]> {
  const { name, folders = [], ask } = known[tool];
  const found = new Map<string, MachineTool>();
  for (const folder of [...seenFolders, ...folders]) {
    const names = await readdir(folder).catch(() => []);
    for (const program of names.filter((each) => name.test(each)).sort()) {
      const real = await seenProgram(join(folder, program));
      if (real === null || found.has(real)) continue;
      const version = await versionOf(real, ask);
      if (version !== null) found.set(real, { program: join(folder, program), version });
    }
  }
  return [...found.values()];
}

/** The absolute path of a program that a build sees and may run, or null: a link to a personal folder leads nowhere in there. */
export async function seenProgram(path: string): Promise<string | null> {
  const real = await realpath(path).catch(() => null);
  if (real === null || !/^\/(usr|bin|lib)\//.test(real)) return null;
  const allowed = await access(real, constants.X_OK).then(
    () => true,
    () => false,
  );
  return allowed ? real : null;
}

/** A program of the machine by its name, where builds look for it, or null. */
export async function findSeen(name: string): Promise<string | null> {
  for (const folder of seenFolders) {
    const path = join(folder, name);
    if ((await seenProgram(path)) !== null) return path;
  }
  return null;
}

const versions = new Map<string, Promise<string | null>>();

/** Asked once per program, and again when it was replaced. These are the operating system's: no build has a hand in them. */
export async function versionOf(program: string, ask: string): Promise<string | null> {
  const { size, mtimeMs } = await stat(program);
  const key = `${program} ${size} ${mtimeMs}`;
  const asked = versions.get(key) ?? askVersion(program, ask);
  versions.set(key, asked);
  return asked;
}

async function askVersion(program: string, ask: string): Promise<string | null> {
  try {
    const env = childEnvironment({ PATH: systemPath, GOTOOLCHAIN: "local", HOME: "/nonexistent" });
    const { stdout, stderr } = await run(program, [ask], { env, timeout: 10_000 });
    return /\d+\.\d+(\.\d+)*/.exec(`${stdout} ${stderr}`)?.[0] ?? null;
  } catch {
    return null;
  }
}
