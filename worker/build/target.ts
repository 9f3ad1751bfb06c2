import type { WorkOrder } from "#lib/builds/runs/queries.ts";
import { isRefName, type RemoteRefs } from "#lib/platform/git/git.ts";
import { highestRelease } from "#lib/versions/refs/rules.ts";

/** How a version is fetched and checked out (spec/builds.md 4.1). */
export type Target = {
  readonly refspec: string;
  readonly revision: string;
  /** The branch or tag, or the number of a pull request: READTHEDOCS_GIT_IDENTIFIER. */
  readonly identifier: string;
};

type Wanted = Pick<
  NonNullable<WorkOrder["version"]>,
  "slug" | "verboseName" | "identifier" | "type" | "machine" | "pullNumber"
>;
type Repository = Pick<WorkOrder["project"], "defaultBranch" | "repositoryUrl">;

/**
 * Null when the remote does not have what the version stands for. `refs` is null when it did not say what it has: then what is known
 * of the version counts.
 */
export function targetOf(version: Wanted, project: Repository, refs: RemoteRefs | null): Target | null {
  if (version.type === "external") return pullRequest(version.pullNumber, project.repositoryUrl);
  if (version.machine && version.slug === "latest") return latest(version, project, refs);
  if (version.machine && version.slug === "stable" && version.type === "tag") return stable(version, refs);
  const name = version.machine ? (version.identifier ?? version.verboseName) : version.verboseName;
  return version.type === "tag" ? tag(name, refs) : branch(name, refs);
}

/** What people call the branch or tag a version is built from. */
export function sourceName(version: Wanted, project: Repository): string {
  if (!version.machine) return version.verboseName;
  const chosen = version.slug === "latest" ? project.defaultBranch : null;
  return chosen ?? version.identifier ?? version.verboseName;
}

function latest(version: Wanted, project: Repository, refs: RemoteRefs | null): Target | null {
  const name = project.defaultBranch ?? refs?.defaultBranch ?? null;
  if (name !== null && refs) return branch(name, refs) ?? tag(name, refs);
  if (name !== null) return version.type === "tag" ? tag(name, refs) : branch(name, refs);
  if (refs?.head === null) return null;
  return { refspec: "HEAD", revision: "FETCH_HEAD", identifier: version.identifier ?? "HEAD" };
}

function branch(name: string, refs: RemoteRefs | null): Target | null {
  if (!isRefName(name) || (refs && !refs.branches.has(name))) return null;
  return {
    refspec: `refs/heads/${name}:refs/remotes/origin/${name}`,
    revision: `origin/${name}`,
    identifier: name,
  };
}

function tag(name: string, refs: RemoteRefs | null): Target | null {
  const commit = refs ? refs.tags.get(name) : `refs/tags/${name}^{commit}`;
  if (commit === undefined || !isRefName(name)) return null;
  return { refspec: `refs/tags/${name}:refs/tags/${name}`, revision: commit, identifier: name };
}

/** `stable` remembers the commit of the tag it mirrors. */
function stable(version: Wanted, refs: RemoteRefs | null): Target | null {
  const commit = version.identifier;
  if (!refs)
    return commit && isCommit(commit) ? { refspec: commit, revision: commit, identifier: commit } : null;
  const names = [...refs.tags].flatMap(([name, tagged]) => (tagged === commit ? [name] : []));
  // The commit may have other tags than the release.
  const release = highestRelease(names.map((verboseName) => ({ verboseName, type: "tag" as const })));
  const name = release?.verboseName ?? names[0];
  return name === undefined ? null : tag(name, refs);
}

/** A whole commit hash: what a remote can be asked for by itself. */
export const isCommit = (text: string): boolean => /^([0-9a-f]{40}|[0-9a-f]{64})$/i.test(text);

function pullRequest(number: number | null, repositoryUrl: string): Target | null {
  if (number === null) return null;
  const name = `external-${number}`;
  const head = /gitlab/i.test(repositoryUrl) ? `merge-requests/${number}/head` : `pull/${number}/head`;
  return {
    refspec: `refs/${head}:refs/remotes/origin/${name}`,
    revision: `origin/${name}`,
    identifier: String(number),
  };
}
