import { rememberCheckout } from "#lib/builds/runs/commands.ts";
import { headCommit, openRepository, runGit } from "#lib/platform/git/git.ts";
import { type GitSource, isGitError, openSource } from "#lib/platform/git/source.ts";
import { isDuplicatedNames, syncRefs } from "#lib/versions/refs/commands.ts";
import { findSource } from "#lib/versions/refs/queries.ts";
import { type BuildContext, remaining } from "#worker/build/context.ts";
import { BuildFailure, throwIfStopped } from "#worker/build/failures.ts";
import { targetOf } from "#worker/build/target.ts";
import { listedRefs } from "#worker/listed-refs.ts";

/** What is checked out. */
export type Checkout = {
  readonly commit: string;
  /** The branch or tag, or the number of a pull request: READTHEDOCS_GIT_IDENTIFIER. */
  readonly identifier: string;
};

const worker = { kind: "system", job: "build.run" } as const;

/** Fetches the repository into the workspace and checks the version out. Credentials exist in this step only. */
export async function checkout(context: BuildContext): Promise<Checkout> {
  const { order } = context;
  const git = { workspace: context.workspace, signal: context.signal, limits: remaining(context) };
  const refused = (error: unknown): never => {
    context.signal.throwIfAborted();
    if (isDuplicatedNames(error)) throw new BuildFailure("project:repository:duplicated-reserved-versions");
    throw isGitError(error) ? cloneFailure(context, error.message) : error;
  };
  const source = await openSource(order.project.repositoryUrl).catch(refused);
  const refs = await openRepository(git, source).catch(refused);
  const { id } = context.version;
  await syncRefs(order.projectId, { ...listedRefs(refs), building: id }, worker).catch(refused);
  // What it stands for may just have become something else.
  const version = (await findSource(id)) ?? context.version;
  const target = targetOf(version, order.project, refs);
  if (!target) throw checkoutFailure(version.verboseName);
  // Anything else could be read as an option.
  if (order.commit !== null && !/^[0-9a-f]{7,64}$/i.test(order.commit)) throw checkoutFailure(order.commit);

  const options = ["--force", "--prune", "--prune-tags", "--depth", "50"];
  const fetched = await recorded(context, source, ["fetch", "origin", ...options, target.refspec]);
  if (!fetched.done) throw cloneFailure(context, fetched.lastLine);
  const revision = order.commit ?? target.revision;
  const { done } = await recorded(context, null, ["checkout", "--force", revision]);
  if (!done) throw checkoutFailure(revision);

  const head = await headCommit(git).catch(refused);
  // `latest` follows the remote's default branch unless the project names one.
  const follows = version.machine && version.slug === "latest" && order.project.defaultBranch === null;
  await rememberCheckout(context.held, {
    ...head,
    latest: follows ? { versionId: id, identifier: target.identifier } : null,
  });
  return { commit: head.commit, identifier: target.identifier };
}

async function recorded(
  context: BuildContext,
  source: GitSource | null,
  args: string[],
): Promise<{ done: boolean; lastLine: string }> {
  const git = { workspace: context.workspace, signal: context.signal, limits: remaining(context) };
  let lastLine = "";
  const result = await context.log.command("cloning", `git ${args.join(" ")}`, (onLines) =>
    runGit(git, source, args, (lines) => {
      lastLine = lines.at(-1) ?? lastLine;
      onLines(lines);
    }),
  );
  throwIfStopped(result, context.limits);
  return { done: result.exitCode === 0, lastLine };
}

function cloneFailure(context: BuildContext, message: string): BuildFailure {
  const hidden = context.order.project.privacyLevel === "private";
  return new BuildFailure(
    hidden ? "project:repository:private-clone-error" : "project:repository:public-clone-error",
    { message },
  );
}

const checkoutFailure = (revision: string) =>
  new BuildFailure("project:repository:checkout-failed", { revision });
