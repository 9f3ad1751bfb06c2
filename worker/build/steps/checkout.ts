import { rememberCheckout } from "#lib/builds/runs/commands.ts";
import {
  type GitContext,
  hasCommit,
  headCommit,
  listRefs,
  mayPush,
  openRepository,
  type RemoteRefs,
} from "#lib/platform/git/git.ts";
import type { GitSource } from "#lib/platform/git/source.ts";
import { refuseWritingKey } from "#lib/projects/deploy-keys/commands.ts";
import { noteGitAccess } from "#lib/projects/git-access/commands.ts";
import { findGitAccess } from "#lib/projects/git-access/queries.ts";
import { isDuplicatedNames, syncRefs } from "#lib/versions/refs/commands.ts";
import { findSource } from "#lib/versions/refs/queries.ts";
import { type BuildContext, remaining } from "#worker/build/context.ts";
import { BuildFailure } from "#worker/build/failures.ts";
import { checkoutFailure, cloneFailure, orCloneFailure } from "#worker/build/git-failures.ts";
import { recordGit, recordWithSources } from "#worker/build/git-log.ts";
import { openProjectSource } from "#worker/build/repository.ts";
import { isCommit, sourceName, type Target, targetOf } from "#worker/build/target.ts";
import { listedRefs } from "#worker/listed-refs.ts";

/** What is checked out. */
export type Checkout = {
  readonly commit: string;
  /** The branch or tag, or the number of a pull request: READTHEDOCS_GIT_IDENTIFIER. */
  readonly identifier: string;
  /**
   * What a later command of the project needs to reach a repository on this machine, as LOCAL_REPOSITORIES allows: part of its
   * `runSandboxed`. Empty for all others, and never credentials.
   */
  readonly reach: Pick<GitSource, "hostPorts" | "hostFolders">;
};

/** Fetches the repository into the workspace and checks the version out. Credentials exist in the clone step only. */
export async function checkout(context: BuildContext): Promise<Checkout> {
  const { order } = context;
  const git = gitOf(context);
  const url = order.project.repositoryUrl;
  const source = await orCloneFailure(context, url, async () =>
    openProjectSource(git, order.project, url, await findGitAccess(order.projectId)),
  );
  const commands = linesOf(order.project.checkoutCommands);
  const refs = await listed(context, source, commands.length > 0 ? listRefs : openRepository);
  const version = refs ? await syncVersions(context, refs) : context.version;
  const target = targetOf(version, order.project, refs);
  if (commands.length > 0) await runOwnCommands(context, source, commands, target);
  else if (target) await fetchAndCheckOut(context, source, target);
  else throw checkoutFailure(sourceName(version, order.project));

  await checkAccess(context, source);
  const head = await orCloneFailure(context, url, () => headCommit(gitOf(context)));
  const identifier = target?.identifier ?? sourceName(version, order.project);
  // `latest` follows the remote's default branch unless the project names one.
  const follows =
    version.machine &&
    version.slug === "latest" &&
    order.project.defaultBranch === null &&
    identifier !== "HEAD";
  await rememberCheckout(context.held, {
    ...head,
    latest: follows ? { versionId: context.version.id, identifier } : null,
  });
  const { hostPorts, hostFolders } = source;
  return { commit: head.commit, identifier, reach: { hostPorts, hostFolders } };
}

/** What git works with for as long as the build has time. */
export const gitOf = (context: BuildContext): GitContext => ({
  workspace: context.workspace,
  signal: context.signal,
  limits: remaining(context),
});

/** What the remote has, or null when it would not say: then the build goes on without a look at the versions (spec/builds.md 12.2). */
async function listed(
  context: BuildContext,
  source: GitSource,
  list: (git: GitContext, source: GitSource) => Promise<RemoteRefs>,
): Promise<RemoteRefs | null> {
  try {
    return await list(gitOf(context), source);
  } catch (error) {
    const { failure, certain } = cloneFailure(context, source.url, error);
    // Nobody who does not answer, or wants to know who we are, would let us fetch.
    if (certain) throw failure;
    await context.log.shown("cloning", "git ls-remote --symref origin", [
      `${error instanceof Error ? error.message : ""} The versions are left as they are.`.trim(),
    ]);
    return null;
  }
}

/** Lets the project's versions follow the remote; gives the one that is built as it stands afterwards. */
async function syncVersions(context: BuildContext, refs: RemoteRefs) {
  const { order, version } = context;
  const listed = { ...listedRefs(refs), building: version.id };
  await syncRefs(order.projectId, listed, { kind: "system", job: "build.run" }).catch((error: unknown) => {
    if (isDuplicatedNames(error)) throw new BuildFailure("project:repository:duplicated-reserved-versions");
    throw error;
  });
  return (await findSource(version.id)) ?? version;
}

async function fetchAndCheckOut(context: BuildContext, source: GitSource, target: Target): Promise<void> {
  const { commit } = context.order;
  // Anything else could be read as an option.
  if (commit !== null && !/^[0-9a-f]{7,64}$/i.test(commit)) throw checkoutFailure(commit);
  const options = ["--force", "--prune", "--prune-tags", "--depth", "50"];
  const fetched = await recordGit(context, [source], ["fetch", "origin", ...options, target.refspec]);
  if (!fetched.done) throw cloneFailure(context, source.url, fetched.error).failure;
  // Older than what was fetched: the remote may still give it by its name.
  if (commit !== null && isCommit(commit) && !(await hasCommit(gitOf(context), commit))) {
    const { done } = await recordGit(context, [source], ["fetch", "origin", "--depth", "50", commit]);
    if (!done) throw checkoutFailure(commit);
  }
  const revision = commit ?? target.revision;
  const { done } = await recordGit(context, [], ["checkout", "--force", revision]);
  if (!done) throw checkoutFailure(commit ?? target.identifier);
}

/** A project may fetch and check out by commands of its own (spec/builds.md 4.1); they run where the repository can be reached. */
async function runOwnCommands(
  context: BuildContext,
  source: GitSource,
  commands: readonly string[],
  target: Target | null,
): Promise<void> {
  const { order, version, workspace } = context;
  const environment = {
    READTHEDOCS: "True",
    READTHEDOCS_PROJECT: order.project.slug,
    READTHEDOCS_VERSION: version.slug,
    READTHEDOCS_VERSION_NAME: version.verboseName,
    READTHEDOCS_VERSION_TYPE: version.type,
    READTHEDOCS_REPOSITORY_PATH: workspace.checkout,
    READTHEDOCS_GIT_CLONE_URL: source.url,
    READTHEDOCS_GIT_IDENTIFIER: target?.identifier ?? sourceName(version, order.project),
    READTHEDOCS_GIT_COMMIT_HASH: order.commit ?? "",
  };
  for (const line of commands) {
    const ran = await recordWithSources(context, [source], line, ["/bin/sh", "-c", line], environment);
    if (!ran.done) throw cloneFailure(context, source.url, ran.error).failure;
  }
}

const linesOf = (text: string | null): string[] =>
  (text ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** The credentials have worked; a key that could also write is refused before anything of the project runs. */
async function checkAccess(context: BuildContext, source: GitSource): Promise<void> {
  const { order } = context;
  if (source.credentials) await noteGitAccess(order.projectId, "token");
  if (!source.ssh) return;
  await noteGitAccess(order.projectId, "key");
  if (!(await mayPush(gitOf(context), source))) return;
  await refuseWritingKey(order.project);
  throw new BuildFailure("build:user:ssh-key-with-write-access");
}
