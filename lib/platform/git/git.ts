import { join } from "node:path";
import { env } from "#lib/platform/env.ts";
import { GitError, type GitSource, hostLabel, type SshRoute, secretsOf } from "#lib/platform/git/source.ts";
import { connectSeconds, parseHostKeys, withSshFolder } from "#lib/platform/git/ssh.ts";
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

/** How long a remote may take to list what it has: nothing that matters takes longer, and nobody waits for a host that is away. */
const listSeconds = 40;

/**
 * Runs one git command in the sandbox, in the checkout, able to reach `sources` and nothing else of this machine; none means without a
 * network. No hook, helper, pager or configuration of the machine takes part, and credentials live in this one launch only.
 */
export function runGit(
  context: GitContext,
  sources: readonly GitSource[],
  args: readonly string[],
  onLines: (lines: string[]) => void,
): Promise<SandboxResult> {
  return runWithSources(context, sources, ["git", ...args], onLines);
}

/** Like `runGit`, for any command; `more` joins its environment. */
export async function runWithSources(
  context: GitContext,
  sources: readonly GitSource[],
  command: readonly string[],
  onLines: (lines: string[]) => void,
  more: Readonly<Record<string, string>> = {},
): Promise<SandboxResult> {
  const alone = env.BUILD_NETWORK !== "open" && context.workspace.isolation !== "none";
  const remote = sources.filter((source) => source.hostFolders.length === 0);
  const launch = (secretFolder: string | null, ssh: Record<string, string>) =>
    runSandboxed({
      ...context,
      command,
      environment: { ...gitEnvironment(context, sources, alone), ...ssh, ...more },
      // Fetching needs a network also where builds have none.
      network: remote.length === 0 ? "none" : alone ? "filtered" : "open",
      hostPorts: [...new Set(sources.flatMap((source) => source.hostPorts))],
      hostFolders: [...new Set(sources.flatMap((source) => source.hostFolders))],
      secretFolder,
      onLines,
    });
  const routes = sources.flatMap(({ ssh }) => ssh ?? []);
  if (routes.length === 0) return launch(null, {});
  return withSshFolder(context.workspace, routes, (folder, ssh) => launch(folder, { GIT_SSH_COMMAND: ssh }));
}

/**
 * Makes the checkout a repository that knows its remote as `origin`, and asks that for its branches and tags. Throws GitError with
 * git's last line when it does not answer.
 */
export async function openRepository(context: GitContext, source: GitSource): Promise<RemoteRefs> {
  // One launch for all three: each costs as much as the others together.
  const script = `git init --quiet --template= . && git config remote.origin.url "$0" &&
    git config remote.origin.fetch '+refs/heads/*:refs/remotes/origin/*' && exec git ls-remote --symref origin`;
  return parseRefs(await quietly(briefly(context), [source], ["/bin/sh", "-c", script, source.url]));
}

/** Asks a remote for its branches and tags, without a checkout. Throws GitError with git's last line when it does not answer. */
export async function listRefs(context: GitContext, source: GitSource): Promise<RemoteRefs> {
  return parseRefs(
    await quietly(briefly(context), [source], ["git", "ls-remote", "--symref", "--", source.url]),
  );
}

const briefly = (context: GitContext, seconds = listSeconds): GitContext => ({
  ...context,
  limits: { ...context.limits, seconds: Math.min(seconds, context.limits.seconds) },
});

/** Asks a host for its ssh keys, without showing it any of ours. Throws GitError when it does not answer. */
export async function scanHostKeys(
  context: GitContext,
  source: GitSource,
  route: SshRoute,
): Promise<string[]> {
  const command = [
    "ssh-keyscan",
    "-T",
    String(connectSeconds),
    "-p",
    String(route.port),
    "--",
    route.address,
  ];
  const lines: string[] = [];
  const asked = { ...source, ssh: null };
  await runWithSources(briefly(context), [asked], command, (more) => lines.push(...more));
  context.signal.throwIfAborted();
  const keys = parseHostKeys(lines);
  if (keys.length > 0) return keys;
  throw new GitError(
    `No SSH server answered at ${hostLabel(route.host, route.port)} within ${connectSeconds} seconds.`,
    "unreachable",
  );
}

/** Whether the origin would let us push, tried without pushing anything. A host that takes longer than ten seconds would not. */
export async function mayPush(context: GitContext, source: GitSource): Promise<boolean> {
  const args = ["push", "--dry-run", "--no-verify", "origin", "HEAD:refs/heads/may-this-key-write"];
  const { exitCode } = await runGit(briefly(context, 10), [source], args, () => undefined);
  return exitCode === 0;
}

/** Whether the checkout has a commit. */
export async function hasCommit(context: GitContext, commit: string): Promise<boolean> {
  const { exitCode } = await runGit(context, [], ["cat-file", "-e", `${commit}^{commit}`], () => undefined);
  return exitCode === 0;
}

/** The commit that is checked out. */
export async function headCommit(
  context: GitContext,
): Promise<{ commit: string; author: string; message: string }> {
  const [commit = "", author = "", message = ""] = await quietly(
    context,
    [],
    ["git", "log", "--max-count=1", "--no-show-signature", "--format=%H%n%an%n%s"],
  );
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

/** Runs something unrecorded that must succeed, and gives its output. Throws GitError with its last line. */
export async function quietly(
  context: GitContext,
  sources: readonly GitSource[],
  command: readonly string[],
): Promise<string[]> {
  const lines: string[] = [];
  const result = await runWithSources(context, sources, command, (more) => lines.push(...more));
  // Half of a list would look as if the rest were gone.
  if (result.exitCode === 0 && result.outputTruncated)
    throw new GitError("The repository has more to list than is read of it.");
  if (result.exitCode === 0) return lines;
  if (result.stopped === "time") throw new GitError(tooLong(context.limits.seconds), "unreachable");
  throw gitError(lines.map((line) => hiding(sources, line)));
}

/** A host may repeat what it was shown. */
const hiding = (sources: readonly GitSource[], line: string): string =>
  sources.flatMap(secretsOf).reduce((shown, secret) => shown.replaceAll(secret, "****"), line);

const tooLong = (seconds: number): string =>
  `The repository's host did not answer within ${Math.round(seconds)} seconds.`;

/** What went wrong, from what git printed. */
export function gitError(lines: readonly string[]): GitError {
  const text = lines.join("\n");
  if (
    /REMOTE HOST IDENTIFICATION HAS CHANGED|Host key verification failed|No \S+ host key is known/i.test(text)
  )
    return new GitError("The host showed another SSH key than the one that is pinned.", "host-key-changed");
  if (
    /could not read (Username|Password)|terminal prompts disabled|Authentication failed|Permission denied \(/i.test(
      text,
    )
  )
    return new GitError("The repository asks for credentials.", "credentials");
  const [, seconds] = /Operation too slow.* last (\d+) seconds/i.exec(text) ?? [];
  if (seconds !== undefined)
    return new GitError(`The repository's host sent next to nothing for ${seconds} seconds.`, "unreachable");
  if (/Could not resolve host|timed out|Connection refused|Failed to connect|No route to host/i.test(text))
    return new GitError(lines.findLast((line) => line.trim() !== "") ?? "git failed.", "unreachable");
  // ssh and servers add advice after the sentence that says what is wrong.
  const telling = lines.findLast((line) => /^(fatal|error|ERROR|remote):/.test(line)) ?? lines.at(-1);
  return new GitError(telling ?? "git failed.");
}

function gitEnvironment(
  context: GitContext,
  sources: readonly GitSource[],
  alone: boolean,
): Record<string, string> {
  const { isolation, root } = context.workspace;
  const secret = sources.find(({ credentials }) => credentials !== null);
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
    // Submodules have their own step, in which each address is looked at.
    ["fetch.recurseSubmodules", "false"],
    ["transfer.fsckObjects", "false"],
    ["http.lowSpeedLimit", "1000"],
    ["http.lowSpeedTime", String(connectSeconds)],
    // The packet filter judges every connection; where there is none, nobody would look at a redirect's target.
    ["http.followRedirects", alone ? "initial" : "false"],
    ...sources.flatMap(({ pin }): Array<[string, string]> => (pin ? [["http.curloptResolve", pin]] : [])),
  ];
  // A helper is asked for one origin and only when that demands it; a header would follow git to wherever it is redirected.
  if (secret) settings.push([`credential.${new URL(secret.url).origin}.helper`, credentialHelper]);
  return {
    // Whoever owns a repository of this machine; settings in the environment do not reach the serving side.
    GIT_CONFIG_SYSTEM: isolation === "none" ? join(root, "etc/gitconfig") : "/etc/gitconfig",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "",
    GIT_TEMPLATE_DIR: "",
    GIT_ALLOW_PROTOCOL: protocols(sources),
    GIT_LFS_SKIP_SMUDGE: "1",
    ...(secret?.credentials && {
      LECTERN_GIT_USERNAME: secret.credentials.username,
      LECTERN_GIT_PASSWORD: secret.credentials.password,
    }),
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(
      settings.flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  };
}

/** Git calls it with `get`, `store` or `erase`. */
const credentialHelper =
  '!f() { test "$1" != get || printf "username=%s\\npassword=%s\\n" "$LECTERN_GIT_USERNAME" "$LECTERN_GIT_PASSWORD"; }; f';

function protocols(sources: readonly GitSource[]): string {
  const allowed = new Set<string>();
  for (const { hostFolders, ssh } of sources)
    for (const name of hostFolders.length > 0 ? ["file"] : ssh ? ["ssh"] : ["https", "http", "git"])
      allowed.add(name);
  // Nothing at all would mean git's own choice.
  return allowed.size === 0 ? "none" : [...allowed].join(":");
}
