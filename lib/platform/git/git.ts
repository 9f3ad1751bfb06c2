import { join } from "node:path";
import { env } from "#lib/platform/env.ts";
import { GitError, type GitSource } from "#lib/platform/git/source.ts";
import type { Limits } from "#lib/platform/sandbox/launch.ts";
import { runSandboxed, type SandboxResult } from "#lib/platform/sandbox/run.ts";
import type { Workspace } from "#lib/platform/sandbox/workspace.ts";

export type GitContext = {
  readonly workspace: Workspace;
  readonly limits: Limits;
  readonly signal: AbortSignal;
};

/** What a remote has: the branch its HEAD means, and commits by name (annotated tags resolved to their commit). */
export type RemoteRefs = {
  readonly defaultBranch: string | null;
  readonly head: string | null;
  readonly branches: ReadonlyMap<string, string>;
  readonly tags: ReadonlyMap<string, string>;
};

/**
 * Runs one git command in the sandbox, in the checkout. `source` null means without a network. No hook, helper, pager or
 * configuration of the machine takes part, and credentials live in the environment of this one process only.
 */
export function runGit(
  context: GitContext,
  source: GitSource | null,
  args: readonly string[],
  onLines: (lines: string[]) => void,
): Promise<SandboxResult> {
  return run(context, source, ["git", ...args], onLines);
}

function run(
  context: GitContext,
  source: GitSource | null,
  command: readonly string[],
  onLines: (lines: string[]) => void,
): Promise<SandboxResult> {
  const alone = env.BUILD_NETWORK !== "open" && context.workspace.isolation !== "none";
  return runSandboxed({
    ...context,
    command,
    environment: gitEnvironment(context, source, alone),
    // Fetching needs a network also where builds have none.
    network: source === null || source.hostFolders.length > 0 ? "none" : alone ? "filtered" : "open",
    hostPorts: source?.hostPorts ?? [],
    hostFolders: source?.hostFolders ?? [],
    onLines,
  });
}

/**
 * Makes the checkout a repository that knows its remote as `origin`, and asks that for its branches and tags. Throws GitError with
 * git's last line when it does not answer.
 */
export async function openRepository(context: GitContext, source: GitSource): Promise<RemoteRefs> {
  // One launch for all three: each costs as much as the others together.
  const script = `git init --quiet --template= . && git config remote.origin.url "$0" &&
    git config remote.origin.fetch '+refs/heads/*:refs/remotes/origin/*' && exec git ls-remote --symref origin`;
  return parseRefs(await quietly(context, source, ["/bin/sh", "-c", script, source.url]));
}

/** The commit that is checked out. */
export async function headCommit(
  context: GitContext,
): Promise<{ commit: string; author: string; message: string }> {
  const [commit = "", author = "", message = ""] = await quietly(context, null, [
    "git",
    "log",
    "--max-count=1",
    "--no-show-signature",
    "--format=%H%n%an%n%s",
  ]);
  return { commit, author, message };
}

/** Reads the output of `git ls-remote --symref`. */
export function parseRefs(lines: readonly string[]): RemoteRefs {
  const branches = new Map<string, string>();
  const tags = new Map<string, string>();
  let defaultBranch: string | null = null;
  let head: string | null = null;
  for (const line of lines) {
    const [value = "", name = ""] = line.split("\t");
    if (name === "HEAD" && value.startsWith("ref: refs/heads/"))
      defaultBranch = value.slice("ref: refs/heads/".length);
    else if (!/^[0-9a-f]{40,64}$/.test(value)) continue;
    else if (name === "HEAD") head = value;
    else if (name.startsWith("refs/heads/")) branches.set(name.slice("refs/heads/".length), value);
    // The peeled line follows its tag and replaces the tag object by the commit.
    else if (name.startsWith("refs/tags/"))
      tags.set(name.slice("refs/tags/".length).replace(/\^\{\}$/, ""), value);
  }
  return { defaultBranch, head, branches, tags };
}

/** Whether a name can be a branch or a tag (git-check-ref-format, in short). */
export function isRefName(name: string): boolean {
  return (
    name.length > 0 &&
    name.length <= 250 &&
    ![...name].some((letter) => letter <= " " || letter === "\u007f") &&
    !/[~^:?*[\\]|\.\.|@\{|\/\/|^\/|\/$|\.$|\.lock(\/|$)|(^|\/)\.|^@$/.test(name)
  );
}

async function quietly(context: GitContext, source: GitSource | null, command: string[]): Promise<string[]> {
  const lines: string[] = [];
  const result = await run(context, source, command, (more) => lines.push(...more));
  if (result.exitCode === 0) return lines;
  throw new GitError(result.stopped === "time" ? "git took too long." : (lines.at(-1) ?? "git failed."));
}

function gitEnvironment(
  context: GitContext,
  source: GitSource | null,
  alone: boolean,
): Record<string, string> {
  const { isolation, root } = context.workspace;
  const settings: Array<[string, string]> = [
    ["core.hooksPath", "/dev/null"],
    ["core.fsmonitor", "false"],
    ["core.pager", "cat"],
    ["credential.helper", ""],
    ["protocol.version", "2"],
    ["advice.detachedHead", "false"],
    ["init.defaultBranch", "main"],
    ["gc.auto", "0"],
    ["maintenance.auto", "false"],
    ["transfer.fsckObjects", "false"],
    ["http.lowSpeedLimit", "1000"],
    ["http.lowSpeedTime", "30"],
    // The packet filter judges every connection; where there is none, nobody would look at a redirect's target.
    ["http.followRedirects", alone ? "initial" : "false"],
  ];
  if (source?.pin) settings.push(["http.curloptResolve", source.pin]);
  if (source?.credentials) {
    const { username, password } = source.credentials;
    const basic = Buffer.from(`${username}:${password}`).toString("base64");
    settings.push([`http.${new URL(source.url).origin}/.extraHeader`, `Authorization: Basic ${basic}`]);
  }
  return {
    // Whoever owns a repository of this machine; settings in the environment do not reach the serving side.
    GIT_CONFIG_SYSTEM: isolation === "none" ? join(root, "etc/gitconfig") : "/etc/gitconfig",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ALLOW_PROTOCOL: source && source.hostFolders.length > 0 ? "file" : "https:http:git",
    GIT_LFS_SKIP_SMUDGE: "1",
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(
      settings.flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  };
}
