import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { lstat, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { clock } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log.ts";
import { runSandboxed, type SandboxResult } from "#lib/platform/sandbox/run.ts";
import { claimSlotUser } from "#lib/platform/sandbox/slot-user.ts";
import { childEnvironment, systemPath } from "#lib/platform/sandbox/tools.ts";
import {
  createWorkspace,
  keptTools,
  removeWorkspace,
  type Workspace,
} from "#lib/platform/sandbox/workspace.ts";
import { type BuildContext, remaining } from "#worker/build/context.ts";
import { throwIfStopped } from "#worker/build/failures.ts";

/** A tool that is kept for all builds: `folder` is where they see it. */
export type KeptTool = { readonly folder: string; readonly version: string };

/** How a tool comes to be. */
export type ToolPlan = {
  /** For example `nodejs-22`. It is made again every month, so that it does not grow old. */
  readonly name: string;
  /** Fills the folder `$1`; the last line it prints is the full version. */
  readonly script: string;
  /** What the log says while it is made; null when its making is nothing people asked for. */
  readonly shownAs: string | null;
  /** Folder of the build's home it is made in, for one that only works where it was made and is copied there. */
  readonly homeFolder?: string;
  readonly network: "online" | "none";
};

type ToolContext = Pick<BuildContext, "held" | "workspace" | "limits" | "deadline" | "log" | "signal">;

/** Written into each kept tool by this process. */
const versionFile = ".lectern-version";

/**
 * The newest kept tool of this name, made now if there is none of this month; an older one when that fails, null when there is none
 * either. It is made in a sandbox of its own, where no project's code runs, by a user that owns nothing of it afterwards, and it
 * appears whole or not at all. Two workers may make the same one: the second is thrown away.
 */
export async function keepTool(context: ToolContext, plan: ToolPlan): Promise<KeptTool | null> {
  const current = `${plan.name}_${clock.now().toISOString().slice(0, 7)}`;
  if (!existsSync(join(keptTools, current))) await makeTool(context, plan, current);
  const names = await readdir(keptTools);
  const [newest] = names
    .filter((name) => name.startsWith(`${plan.name}_`))
    .sort()
    .reverse();
  if (newest === undefined) return null;
  const version = await readFile(join(keptTools, newest, versionFile), "utf8");
  return { folder: join(context.workspace.tools.at, newest), version };
}

async function makeTool(context: ToolContext, plan: ToolPlan, name: string): Promise<void> {
  const { isolation } = context.workspace;
  const root = `${context.workspace.root}-tools`;
  const user = await claimSlotUser();
  try {
    const workspace = await createWorkspace(root, {
      isolation,
      user,
      makesTool: plan.homeFolder === undefined,
    });
    const place = placeOf(workspace, plan, name);
    const { result, lastLine } = await runScript(context, workspace, plan, place.inside);
    throwIfStopped(result, context.limits);
    const version = lastLine.trim();
    if (result.exitCode === 0 && /^[\w.+-]{1,40}$/.test(version)) await keep(place.host, root, name, version);
    else log.warn({ tool: name, exitCode: result.exitCode, lastLine }, "could not make a tool");
  } finally {
    await removeWorkspace(root);
    await user?.release();
  }
}

function placeOf(workspace: Workspace, plan: ToolPlan, name: string): { inside: string; host: string } {
  const { homeFolder } = plan;
  return homeFolder === undefined
    ? { inside: join(workspace.tools.at, name), host: join(workspace.tools.folder, name) }
    : { inside: join(workspace.home, homeFolder), host: join(workspace.host.home, homeFolder) };
}

async function runScript(
  context: ToolContext,
  workspace: Workspace,
  plan: ToolPlan,
  target: string,
): Promise<{ result: SandboxResult; lastLine: string }> {
  let lastLine = "";
  const run = (onLines: (lines: string[]) => void) =>
    runSandboxed({
      workspace,
      command: ["/bin/sh", "-c", `set -e\nmkdir -p "$1"\n${plan.script}`, "sh", target],
      environment: {},
      limits: remaining(context),
      network: plan.network === "none" ? "none" : env.BUILD_NETWORK,
      signal: context.signal,
      onLines: (lines) => {
        lastLine = lines.at(-1) ?? lastLine;
        onLines(lines);
      },
    });
  const result =
    plan.shownAs === null
      ? await run(() => undefined)
      : await context.log.command("installing", plan.shownAs, run);
  return { result, lastLine };
}

const run = promisify(execFile);
const options = { env: childEnvironment({ PATH: systemPath }) };

/** Nothing runs as the maker any more: what is copied cannot change meanwhile. */
async function keep(made: string, root: string, name: string, version: string): Promise<void> {
  if (!(await lstat(made)).isDirectory()) return;
  const fresh = join(root, "kept");
  // Times stay: Python compares them to know whether its compiled files are current.
  const how = ["-R", "--no-dereference", "--no-target-directory", "--preserve=mode,timestamps,links"];
  await run("cp", [...how, "--", made, fresh], options);
  await run("chmod", ["-R", "u+rwX,go=rX,ug-s", "--", fresh], options);
  await writeFile(join(fresh, versionFile), version, { flag: "wx", mode: 0o644 });
  const others = await readdir(keptTools);
  await rename(fresh, join(keptTools, name)).catch(() => undefined);
  await removeOutdated(others, name);
}

/** The one of last month may still be in use by a running build. */
async function removeOutdated(names: readonly string[], name: string): Promise<void> {
  const family = name.slice(0, name.lastIndexOf("_") + 1);
  const outdated = names.filter((other) => other.startsWith(family) && other !== name).sort();
  for (const other of outdated.slice(0, -1))
    await rm(join(keptTools, basename(other)), { recursive: true, force: true });
}
