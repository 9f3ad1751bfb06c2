import type { BuildConfig } from "#lib/builds/config/schema.ts";
import { resolveAddress } from "#lib/platform/git/address.ts";
import { quietly } from "#lib/platform/git/git.ts";
import { type GitAccess, type GitSource, isGitError, noAccess } from "#lib/platform/git/source.ts";
import { findGitAccess } from "#lib/projects/git-access/queries.ts";
import type { BuildContext } from "#worker/build/context.ts";
import { BuildFailure } from "#worker/build/failures.ts";
import { cloneFailure } from "#worker/build/git-failures.ts";
import { recordWithSources } from "#worker/build/git-log.ts";
import { isLocal, openProjectSource } from "#worker/build/repository.ts";
import { gitOf } from "#worker/build/steps/checkout.ts";
import {
  chooseSubmodules,
  listScript,
  parseSubmodules,
  type Submodule,
  wantsSubmodules,
} from "#worker/build/submodule-list.ts";

const most = { count: 500, depth: 10 } as const;

/** A repository whose submodules are fetched: its folder in the checkout, and the addresses that led to it, its own last. */
type Parent = {
  readonly folder: string;
  readonly addresses: readonly [string, ...string[]];
  readonly local: boolean;
};
type Fetch = {
  readonly context: BuildContext;
  readonly access: GitAccess;
  readonly recursive: boolean;
  count: number;
};

/**
 * Fetches the submodules a configuration asks for (spec/builds.md 4.2). Every address goes through the same checks as the project's
 * own. Builds of pull requests fetch them without credentials: whoever proposes a change may name any repository of the same host.
 */
export async function checkoutSubmodules(context: BuildContext, config: BuildConfig): Promise<void> {
  if (!wantsSubmodules(config.submodules)) return;
  const { order, version } = context;
  const access = version.type === "external" ? noAccess : await findGitAccess(order.projectId);
  const { repositoryUrl } = order.project;
  const own = await openProjectSource(
    gitOf(context),
    order.project,
    repositoryUrl,
    await findGitAccess(order.projectId),
  );
  const parent: Parent = { folder: "", addresses: [repositoryUrl], local: isLocal(own) };
  const { chosen, missing } = chooseSubmodules(await submodulesOf(context, ""), config.submodules);
  const [first] = missing;
  if (first !== undefined) throw new BuildFailure("project:repository:submodule-not-found", { path: first });
  const { recursive } = config.submodules;
  await fetchLevel({ context, access, recursive, count: 0 }, parent, chosen);
}

async function fetchLevel(fetch: Fetch, parent: Parent, chosen: readonly Submodule[]): Promise<void> {
  if (chosen.length === 0) return;
  fetch.count += chosen.length;
  if (fetch.count > most.count || parent.addresses.length > most.depth)
    throw new BuildFailure("project:repository:too-many-submodules", most);
  const opened: Opened[] = [];
  for (const submodule of chosen) opened.push(await open(fetch, parent, submodule));
  await update(fetch.context, parent, opened);
  if (!fetch.recursive) return;
  for (const { submodule, url, source } of opened) {
    const folder = inside(parent, submodule);
    const below: Parent = { folder, addresses: [url, ...parent.addresses], local: isLocal(source) };
    await fetchLevel(fetch, below, await submodulesOf(fetch.context, folder));
  }
}

type Opened = { readonly submodule: Submodule; readonly url: string; readonly source: GitSource };

/** Checks where a submodule leads. */
async function open({ context, access }: Fetch, parent: Parent, submodule: Submodule): Promise<Opened> {
  const path = inside(parent, submodule);
  const refuse = (message: string) =>
    new BuildFailure("project:repository:submodule-refused", { path, message });
  if (submodule.url === null) throw refuse(".gitmodules gives no address for it.");
  const url = resolveAddress(parent.addresses[0], submodule.url);
  if (url === null) throw refuse("its relative address leads above its host.");
  if (parent.addresses.some((address) => sameAddress(address, url)))
    throw new BuildFailure("project:repository:submodule-loop", { path });
  try {
    const source = await openProjectSource(gitOf(context), context.order.project, url, access);
    // Leave for one repository on this machine is no leave for strangers to name others.
    if (isLocal(source) && !parent.local) throw refuse("its address leads to the server itself.");
    return { submodule, url: source.url, source };
  } catch (error) {
    context.signal.throwIfAborted();
    throw isGitError(error) && error.problem !== "host-key-changed"
      ? refuse(error.message)
      : error instanceof BuildFailure
        ? error
        : cloneFailure(context, url, error).failure;
  }
}

const inside = (parent: Parent, { path }: Submodule): string =>
  parent.folder === "" ? path : `${parent.folder}/${path}`;

const plainAddress = (address: string): string => address.replace(/\/+$/, "").replace(/\.git$/, "");
const sameAddress = (one: string, other: string): boolean => plainAddress(one) === plainAddress(other);

/** The addresses that were checked are written down first, so that git goes to these and not to what it reads itself. */
const script = `cd "$1" && count=$2 && shift 2 &&
while [ "$count" -gt 0 ]; do git config "submodule.$1.url" "$2" || exit; shift 2; count=$((count - 1)); done &&
exec git submodule update --init --force --checkout -- "$@"`;

async function update(context: BuildContext, parent: Parent, opened: readonly Opened[]): Promise<void> {
  const sources = opened.map(({ source }) => source);
  const paths = opened.map(({ submodule }) => submodule.path);
  const settings = opened.flatMap(({ submodule, url }) => [submodule.name, url]);
  const where = parent.folder === "" ? "" : `-C ${parent.folder} `;
  const text = `git ${where}submodule update --init --force -- ${paths.join(" ")}`;
  const folder = parent.folder === "" ? "." : parent.folder;
  const command = [
    "/bin/sh",
    "-c",
    script,
    "sh",
    `./${folder}`,
    String(opened.length),
    ...settings,
    ...paths,
  ];
  const ran = await recordWithSources(context, sources, text, command);
  if (ran.done) return;
  if (ran.error.problem === "host-key-changed")
    throw cloneFailure(context, sources[0]?.url ?? "", ran.error).failure;
  throw new BuildFailure("project:repository:submodule-refused", {
    path: paths.join(", "),
    message: ran.error.message,
  });
}

/** What a repository of the checkout has as submodules. Reading them needs no network. */
async function submodulesOf(context: BuildContext, folder: string): Promise<Submodule[]> {
  const command = ["/bin/sh", "-c", `cd "$1" || exit 0\n${listScript}`, "sh", `./${folder}`];
  return parseSubmodules(await quietly(gitOf(context), [], command));
}
