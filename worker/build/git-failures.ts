import { parseAddress } from "#lib/platform/git/address.ts";
import { type GitError, isGitError } from "#lib/platform/git/source.ts";
import type { BuildContext } from "#worker/build/context.ts";
import { BuildFailure } from "#worker/build/failures.ts";

/** Whoever works with a project's repository: a build, or a look at its branches and tags. */
type Asking = {
  readonly signal: AbortSignal;
  readonly order: { readonly project: { readonly privacyLevel: "public" | "private" } };
};

/** What the people of a build read when `work` fails at the repository's side. */
export async function orCloneFailure<T>(
  context: BuildContext,
  url: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw cloneFailure(context, url, error).failure;
  }
}

/**
 * The failure for an error of git, and whether another try within this build would end the same. Everything but an error of git is
 * thrown on.
 */
export function cloneFailure(
  context: Asking,
  url: string,
  error: unknown,
): { failure: BuildFailure; certain: boolean } {
  context.signal.throwIfAborted();
  if (!isGitError(error)) throw error;
  const address = parseAddress(url);
  const host = address?.kind === "web" ? address.url.host : address?.kind === "ssh" ? address.host : "";
  if (error.problem === "host-key-changed")
    return { failure: new BuildFailure("project:repository:host-key-changed", { host }), certain: true };
  const hidden = context.order.project.privacyLevel === "private" || address?.kind === "ssh";
  const notice = hidden ? "project:repository:private-clone-error" : "project:repository:public-clone-error";
  return {
    failure: new BuildFailure(notice, { message: sentence(error, address?.kind === "ssh" ? "ssh" : "web") }),
    certain: error.problem !== null,
  };
}

const ways = {
  ssh: "If the project has no deploy key, make one under Settings, Private repository. Add it to the repository where it is hosted.",
  web: "If it is private, give the project a token under Settings, Private repository; if it has one, look whether the host still accepts it.",
};

/** What went wrong, and where there is one, the way out. */
function sentence(error: GitError, over: keyof typeof ways): string {
  return error.problem === "credentials" ? `${ended(error.message)} ${ways[over]}` : ended(error.message);
}

const ended = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

export const checkoutFailure = (revision: string): BuildFailure =>
  new BuildFailure("project:repository:checkout-failed", { revision });
