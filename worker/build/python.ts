import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, realpath, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { env } from "#lib/platform/env.ts";
import { runSandboxed, type SandboxResult } from "#lib/platform/sandbox/run.ts";
import { claimSlotUser } from "#lib/platform/sandbox/slot-user.ts";
import { childEnvironment, findProgram, systemPath } from "#lib/platform/sandbox/tools.ts";
import { createWorkspace, removeWorkspace, type Workspace } from "#lib/platform/sandbox/workspace.ts";
import { type BuildContext, remaining } from "#worker/build/context.ts";
import { virtualEnvironment } from "#worker/build/environment.ts";

const run = promisify(execFile);
const folderName = "venv";

/**
 * Gives a build its virtual environment, with a `python` and a `pip` that may install: the system's own may not. Making one takes
 * seconds, so the first is kept and copied; it is made where no build has ever run. Returns null when it was copied.
 */
export async function prepareVirtualEnvironment(
  context: BuildContext,
  make: (command: string[]) => Promise<SandboxResult>,
): Promise<SandboxResult | null> {
  const template = await templateFor(context).catch(() => null);
  if (template === null) return make(["python3", "-m", "venv", virtualEnvironment(context)]);
  await placeVirtualEnvironment(template, context.workspace);
  return null;
}

/** The kept environment of this machine's Python, made now if there is none. Null when it cannot be. */
async function templateFor(context: BuildContext): Promise<string | null> {
  const python = findProgram("python3");
  if (python === null || context.workspace.isolation === "none") return null;
  const program = await realpath(python);
  const { size, mtimeMs } = await stat(program);
  const key = createHash("sha256").update(`${program} ${size} ${mtimeMs}`).digest("hex").slice(0, 16);
  const template = join(env.DATA_DIR, "tools", `venv-${key}`);
  if (!existsSync(template)) await makeTemplate(template, context);
  return existsSync(template) ? template : null;
}

async function makeTemplate(template: string, context: BuildContext): Promise<void> {
  const user = await claimSlotUser();
  const root = `${context.workspace.root}-tools`;
  try {
    const workspace = await createWorkspace(root, { isolation: context.workspace.isolation, user });
    const result = await runSandboxed({
      workspace,
      command: ["python3", "-I", "-m", "venv", join(workspace.home, folderName)],
      environment: {},
      limits: remaining(context),
      network: "none",
      signal: context.signal,
      onLines: () => undefined,
    });
    if (result.exitCode !== 0) return;
    await mkdir(join(env.DATA_DIR, "tools"), { recursive: true, mode: 0o700 });
    const fresh = `${template}.${context.held.token}`;
    await copyTree(join(workspace.host.home, folderName), fresh);
    // Another worker may have been faster.
    await rename(fresh, template).catch(() => rm(fresh, { recursive: true, force: true }));
  } finally {
    await removeWorkspace(root);
    await user?.release();
  }
}

/**
 * Copies a kept environment to where the build looks for it. Whatever lies there goes first: this process may write where the build
 * may not, and a link left behind by an earlier command would show it the way.
 */
export async function placeVirtualEnvironment(template: string, workspace: Workspace): Promise<void> {
  const target = join(workspace.host.home, folderName);
  await removeWorkspace(target);
  await copyTree(template, target);
  const { user } = workspace;
  if (user) await run("chown", ["-R", "--no-dereference", `${user.uid}:${user.gid}`, target], options);
}

const options = { env: childEnvironment({ PATH: systemPath }) };

/** Times are kept: Python compares them to know whether its compiled files are current. */
async function copyTree(from: string, to: string): Promise<void> {
  const how = ["-R", "--no-dereference", "--no-target-directory", "--preserve=mode,timestamps,links"];
  await run("cp", [...how, "--", from, to], options);
}
