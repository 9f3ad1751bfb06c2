import { projectTag, tagsOfVersionChange } from "#lib/publishing/rules/cache-tags.ts";

/**
 * What a change of a project's site has made wrong in shared caches: `all` of it and of the projects whose addresses go through it or
 * lead to it; what belongs to the `project` itself; only what shows these versions, by slug, or is made from all versions; or
 * nothing, because who may read has changed and what only some `readers` may read is never in one.
 */
export type SiteChange = "all" | "project" | "readers" | { readonly versions: readonly string[] };

/** With more versions changed at once, everything of the project is forgotten. */
const mostVersions = 10;

const isWhole = (change: SiteChange): boolean => change === "all" || change === "project";

/** The tags to forget after changes of one project; none when shared caches hold nothing wrong. */
export function staleTags(project: string, changes: readonly SiteChange[]): string[] {
  const some = changes.flatMap((change) => (typeof change === "string" ? [] : [change.versions]));
  const versions = new Set(some.flat());
  if (changes.some(isWhole) || versions.size > mostVersions) return [projectTag(project)];
  return [...new Set(some.flat().flatMap((version) => tagsOfVersionChange(project, version)))];
}

/**
 * A request is sent at once, and once more after this long: by then every web process has heard of the change, and none can hand
 * the old page to a cache that has just forgotten it.
 */
export const settleMs = 5_000;

/** How often a request is sent at most; with the pauses between, for more than half a day. */
const mostAttempts = 24;
const longestPauseMs = 3_600_000;

/** How long to wait after that many failed attempts, in milliseconds; null to give up. */
export const pauseAfter = (attempts: number): number | null =>
  attempts >= mostAttempts ? null : Math.min(1_000 * 2 ** attempts, longestPauseMs);

/** What networks accept in one request at least. */
const mostTags = 30;

/** Splits requests, in their order, into groups that name no more tags together than a network takes at once. */
export function groupRequests<R extends { readonly tags: readonly string[] }>(requests: readonly R[]): R[][] {
  const groups: { requests: R[]; tags: ReadonlySet<string> }[] = [];
  for (const request of requests) {
    const last = groups.at(-1);
    const tags = new Set([...(last?.tags ?? []), ...request.tags]);
    if (last && tags.size <= mostTags) {
      last.requests.push(request);
      last.tags = tags;
    } else groups.push({ requests: [request], tags: new Set(request.tags) });
  }
  return groups.map((group) => group.requests);
}
