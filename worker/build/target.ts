import type { WorkOrder } from "#lib/builds/runs/queries.ts";
import { isRefName, type RemoteRefs } from "#lib/platform/git/git.ts";

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

/** Null when the remote does not have what the version stands for. */
export function targetOf(
  version: Wanted,
  project: Pick<WorkOrder["project"], "defaultBranch" | "repositoryUrl">,
  refs: RemoteRefs,
): Target | null {
  if (version.type === "external") return pullRequest(version.pullNumber, project.repositoryUrl);
  if (version.machine && version.slug === "latest") {
    const name = project.defaultBranch ?? refs.defaultBranch;
    if (name !== null) return branch(name, refs) ?? tag(name, refs);
    return refs.head === null ? null : { refspec: "HEAD", revision: "FETCH_HEAD", identifier: "HEAD" };
  }
  if (version.machine && version.slug === "stable" && version.type === "tag") return stable(version, refs);
  const name = version.machine ? (version.identifier ?? version.verboseName) : version.verboseName;
  return version.type === "tag" ? tag(name, refs) : branch(name, refs);
}

function branch(name: string, refs: RemoteRefs): Target | null {
  if (!isRefName(name) || !refs.branches.has(name)) return null;
  return {
    refspec: `refs/heads/${name}:refs/remotes/origin/${name}`,
    revision: `origin/${name}`,
    identifier: name,
  };
}

function tag(name: string, refs: RemoteRefs): Target | null {
  const commit = refs.tags.get(name);
  if (commit === undefined || !isRefName(name)) return null;
  return { refspec: `refs/tags/${name}:refs/tags/${name}`, revision: commit, identifier: name };
}

/** `stable` remembers the commit of the tag it mirrors. */
function stable(version: Wanted, refs: RemoteRefs): Target | null {
  const found = [...refs.tags].find(([, commit]) => commit === version.identifier);
  return found ? tag(found[0], refs) : null;
}

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
