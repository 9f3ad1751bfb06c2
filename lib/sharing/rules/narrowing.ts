import { compileCoverage, isBelow } from "#lib/sharing/rules/coverage.ts";
import type { ShareSettings } from "#lib/sharing/rules/settings.ts";
import type { ShareScope } from "#lib/sharing/schema.ts";

type Reach = Pick<ShareSettings, "allVersions" | "versions" | "versionPatterns" | "pathPrefixes">;

/** Whether a change takes something away that could be read by a share. */
export const isNarrowed = (before: Reach, after: Reach): boolean =>
  losesVersions(before, after) || losesPaths(before.pathPrefixes, after.pathPrefixes);

/** A pattern counts as lost when it is not there word for word: what it will match is not known. */
function losesVersions(before: Reach, after: Reach): boolean {
  if (after.allVersions) return false;
  if (before.allVersions) return true;
  const kept = (slug: string): boolean =>
    after.versions.includes(slug) || matches(after.versionPatterns, slug);
  return (
    !before.versions.every(kept) ||
    !before.versionPatterns.every((pattern) => after.versionPatterns.includes(pattern))
  );
}

const losesPaths = (before: readonly string[], after: readonly string[]): boolean =>
  after.length > 0 &&
  (before.length === 0 || !before.every((path) => after.some((wider) => isBelow(path, wider))));

const nothing: ShareScope = { allVersions: false, versionIds: [], versionPatterns: [], pathPrefixes: [] };
const noVersion = -1;

/** Whether any of the patterns reaches a version of this name. */
export function matches(versionPatterns: readonly string[], slug: string): boolean {
  const covers = compileCoverage({ ...nothing, versionPatterns });
  return covers({ id: noVersion, slug, preview: false }, "/", false);
}
