import { patternReader } from "#lib/versions/rules/pattern.ts";
import { compareReleases, releaseOf } from "#lib/versions/rules/release.ts";

export const versionSorts = ["semver", "python_packaging", "calver", "custom", "alphabetical"] as const;

/** How a project wants its versions in order (spec/builds.md 12.7). */
export type VersionOrder = {
  readonly versionSort: (typeof versionSorts)[number];
  /** For `custom`: a pattern such as `MAJOR.MINOR`. */
  readonly versionSortPattern: string | null;
  /** Whether `latest` and `stable` go before all others; `semver` always does that, `alphabetical` never. */
  readonly pinnedFirst: boolean;
};

type Named = { readonly slug: string; readonly verboseName: string };
type Key<K> = (version: Named) => K | null;
type Compare<K> = (a: K, b: K) => number;

const calver = "YYYY.0M.0D";

/** The versions, newest first, in the order their project wants. What cannot be read as a version comes last, by name from Z to A. */
export function orderVersions<V extends Named>(versions: readonly V[], order: VersionOrder): V[] {
  const pinned = order.pinnedFirst ? ["latest", "stable"] : [];
  switch (order.versionSort) {
    case "semver":
      return ordered(versions, ["master", "latest", "stable"], nameOf, releaseByName, compareReleases);
    case "python_packaging":
      return ordered(versions, pinned, slugOf, releaseBySlug, compareReleases);
    case "calver":
      return ordered(versions, pinned, slugOf, partsBySlug(calver), compareParts);
    case "custom":
      return ordered(versions, pinned, slugOf, partsBySlug(order.versionSortPattern ?? ""), compareParts);
    case "alphabetical":
      return ordered(versions, [], slugOf, () => null, compareParts);
  }
}

const nameOf = (version: Named): string => version.verboseName;
const slugOf = (version: Named): string => version.slug;
const releaseByName: Key<string> = (version) => releaseOf(version.verboseName);
const releaseBySlug: Key<string> = (version) => releaseOf(version.slug);

const partsBySlug = (pattern: string): Key<readonly number[]> => {
  const read = patternReader(pattern);
  return (version) => read?.(version.slug) ?? null;
};

const compareParts: Compare<readonly number[]> = (a, b) =>
  a.map((part, index) => part - (b[index] ?? 0)).find((difference) => difference !== 0) ?? 0;

function ordered<V extends Named, K>(
  versions: readonly V[],
  first: readonly string[],
  textOf: (version: Named) => string,
  keyOf: Key<K>,
  compare: Compare<K>,
): V[] {
  const read = versions.map((version) => {
    const place = first.indexOf(textOf(version).toLowerCase());
    return { version, text: textOf(version), place: place < 0 ? first.length : place, key: keyOf(version) };
  });
  read.sort((a, b) => {
    if (a.place !== b.place) return a.place - b.place;
    if (a.key === null || b.key === null) {
      if (a.key !== b.key) return a.key === null ? 1 : -1;
      return byText(b.text, a.text);
    }
    return compare(b.key, a.key) || byText(b.text, a.text);
  });
  return read.map(({ version }) => version);
}

/** By code units: the same on every machine. */
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
