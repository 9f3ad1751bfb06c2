import type { SyncCounts } from "#lib/versions/refs/schema.ts";
import { compareReleases, isFinalRelease, releaseOf } from "#lib/versions/rules/release.ts";
import { addressWords, freeSlug, longestSlug, reservedSlugs, slugOf } from "#lib/versions/rules/slug.ts";
import type { VersionType } from "#lib/versions/schema.ts";

/** A branch or tag of a repository. */
export type Ref = { readonly type: "branch" | "tag"; readonly name: string; readonly commit: string };

/** A repository as its versions follow it. */
export type Remote = {
  readonly refs: readonly Ref[];
  /** The branch `latest` stands for: the project's own setting or else the repository's; null when nobody knows. */
  readonly defaultBranch: string | null;
};

/** A version as far as a sync looks at it. */
export type KnownVersion = {
  readonly id: number;
  readonly slug: string;
  readonly verboseName: string;
  readonly type: VersionType;
  readonly identifier: string | null;
  readonly machine: boolean;
  readonly active: boolean;
  /** A sync found no ref for it. */
  readonly missing: boolean;
  /** It has a build that has not ended, so it cannot be removed now. */
  readonly building: boolean;
};

export type NewVersion = {
  slug: string;
  verboseName: string;
  type: VersionType;
  identifier: string | null;
  machine: boolean;
  active: boolean;
};

export type ChangedVersion = {
  readonly id: number;
  readonly verboseName: string;
  readonly type: VersionType;
  readonly identifier: string | null;
  readonly machine: boolean;
  readonly missing: boolean;
};

/** What has to change so that the versions follow the repository. */
export type SyncPlan = {
  readonly create: readonly NewVersion[];
  readonly change: readonly ChangedVersion[];
  /** Ids of inactive versions whose ref is gone. */
  readonly remove: readonly number[];
  /** Slugs of versions to build, because `stable` now stands for another release. */
  readonly build: readonly string[];
};

/** Versions one project can have; refs beyond get none. */
const mostVersions = 50_000;

/** What a version needs to know of its ref: a branch is followed by name, a tag stands for one commit (spec/builds.md 12.1). */
export const identifierOf = (ref: Ref): string => (ref.type === "branch" ? ref.name : ref.commit);

const keyOf = (type: string, name: string): string => `${type} ${name}`;
const isReserved = (name: string): boolean => reservedSlugs.some((reserved) => reserved === name);

/** The reserved names that are both a branch and a tag: nobody could say which of them is meant (spec/builds.md 12.3, 1). */
export const duplicatedNames = (refs: readonly Ref[]): string[] =>
  reservedSlugs.filter((name) => refs.filter((ref) => ref.name === name).length > 1);

type Draft = NewVersion & { readonly id: number | null; missing: boolean };

/**
 * What a sync changes (spec/builds.md 12.3 to 12.5). `known` are all versions of the project; pull-request versions only keep their
 * slugs. `refs` must be free of duplicated reserved names.
 */
export function planSync(known: readonly KnownVersion[], remote: Remote): SyncPlan {
  const byKey = new Map(remote.refs.map((ref) => [keyOf(ref.type, ref.name), ref]));
  const remove = known.filter((version) => isLeftOver(version, byKey)).map((version) => version.id);
  const removed = new Set(remove);
  const kept = known.filter((version) => !removed.has(version.id));
  const drafts = new Map<string, Draft>(kept.map((version) => [version.slug, { ...version }]));

  for (const draft of drafts.values()) follow(draft, byKey);
  for (const slug of reservedSlugs) settleReserved(drafts, slug, remote.refs);
  const created = createVersions(drafts, remote.refs);
  pointLatest(drafts, byKey, remote.defaultBranch);
  const build = pointStable(drafts, created, known, remote.refs);

  const before = new Map(known.map((version) => [version.id, version]));
  const all = [...drafts.values()];
  return {
    remove,
    build,
    create: all.flatMap(({ id, missing: _, ...version }) => (id === null ? [version] : [])),
    change: all.flatMap(({ id, verboseName, type, identifier, machine, missing }) => {
      const old = id === null ? undefined : before.get(id);
      const changed =
        old !== undefined &&
        (old.verboseName !== verboseName ||
          old.type !== type ||
          old.identifier !== identifier ||
          old.machine !== machine ||
          old.missing !== missing);
      return id !== null && changed ? [{ id, verboseName, type, identifier, machine, missing }] : [];
    }),
  };
}

/** Whether the version follows a ref under its own name, unlike the platform's `latest` and `stable` and pull requests. */
const followsRef = (version: { slug: string; type: VersionType }): boolean =>
  (version.type === "branch" || version.type === "tag") && !isReserved(version.slug);

const isLeftOver = (version: KnownVersion, refs: ReadonlyMap<string, Ref>): boolean =>
  followsRef(version) &&
  !version.active &&
  !version.building &&
  !refs.has(keyOf(version.type, version.verboseName));

function follow(draft: Draft, refs: ReadonlyMap<string, Ref>): void {
  if (!followsRef(draft)) return;
  const ref = refs.get(keyOf(draft.type, draft.verboseName));
  draft.missing = ref === undefined;
  if (!ref) return;
  draft.identifier = identifierOf(ref);
  draft.machine = false;
}

/** A branch or tag of that very name takes the version over; when it is gone, the platform takes it back. */
function settleReserved(drafts: Map<string, Draft>, slug: string, refs: readonly Ref[]): void {
  const own = refs.find((ref) => ref.name === slug);
  const draft = drafts.get(slug);
  if (own) {
    const taken = { verboseName: slug, type: own.type, identifier: identifierOf(own), machine: false };
    if (draft) Object.assign(draft, taken, { missing: false });
    else drafts.set(slug, { id: null, slug, ...taken, active: false, missing: false });
  } else if (draft && !draft.machine)
    Object.assign(draft, { verboseName: slug, machine: true, missing: false });
}

/** Gives every ref without a version an inactive one. Tags come first and so get the plain slug. */
function createVersions(drafts: Map<string, Draft>, refs: readonly Ref[]): ReadonlySet<string> {
  const taken = new Set<string>([...drafts.keys(), ...reservedSlugs, ...addressWords]);
  const named = new Set(
    [...drafts.values()].filter(followsRef).map((draft) => keyOf(draft.type, draft.verboseName)),
  );
  const created = new Set<string>();
  const tried = new Map<string, number>();
  for (const type of ["tag", "branch"] as const)
    for (const ref of refs) {
      if (ref.type !== type || isReserved(ref.name) || ref.name.length > longestSlug) continue;
      if (named.has(keyOf(type, ref.name))) continue;
      if (taken.size - addressWords.length >= mostVersions) return created;
      const slug = freeSlug(slugOf(ref.name), taken, tried);
      taken.add(slug);
      created.add(slug);
      const version = { slug, verboseName: ref.name, type, identifier: identifierOf(ref), machine: false };
      drafts.set(slug, { id: null, ...version, active: false, missing: false });
    }
  return created;
}

function pointLatest(drafts: Map<string, Draft>, refs: ReadonlyMap<string, Ref>, name: string | null): void {
  const latest = drafts.get("latest") ?? {
    id: null,
    slug: "latest",
    verboseName: "latest",
    type: "branch",
    identifier: null,
    machine: true,
    active: true,
    missing: false,
  };
  drafts.set("latest", latest);
  if (!latest.machine || name === null) return;
  latest.identifier = name;
  latest.type = !refs.has(keyOf("branch", name)) && refs.has(keyOf("tag", name)) ? "tag" : "branch";
}

/** Lets `stable` stand for the highest release; gives the slugs to build when that is another one than before. */
function pointStable(
  drafts: Map<string, Draft>,
  created: ReadonlySet<string>,
  known: readonly KnownVersion[],
  refs: readonly Ref[],
): string[] {
  const present = new Set(refs.map((ref) => keyOf(ref.type, ref.name)));
  const winner = highestRelease(
    [...drafts.values()].filter(
      (draft) => followsRef(draft) && present.has(keyOf(draft.type, draft.verboseName)),
    ),
  );
  const stable = drafts.get("stable");
  if (!winner || (stable && !stable.machine)) return [];
  const { type, identifier } = winner;
  if (!stable) {
    const made = { slug: "stable", verboseName: "stable", type, identifier, machine: true, active: true };
    drafts.set("stable", { id: null, ...made, missing: false });
    return ["stable"];
  }
  if (stable.type === type && stable.identifier === identifier) return [];
  Object.assign(stable, { type, identifier });
  if (!stable.active) return [];
  if (!created.has(winner.slug) || !previousRelease(known)?.active) return ["stable"];
  winner.active = true;
  return ["stable", winner.slug];
}

/** The version that the platform's `stable` stood for before. */
function previousRelease(known: readonly KnownVersion[]): KnownVersion | undefined {
  const stable = known.find((version) => version.slug === "stable" && version.machine);
  if (!stable) return undefined;
  return highestRelease(
    known.filter(
      (version) =>
        followsRef(version) && version.type === stable.type && version.identifier === stable.identifier,
    ),
  );
}

/** The highest final release by name: among the tags, or among the branches when no tag is one. */
export function highestRelease<V extends { verboseName: string; type: VersionType }>(
  versions: readonly V[],
): V | undefined {
  for (const type of ["tag", "branch"]) {
    let highest: { version: V; release: string } | undefined;
    for (const version of versions) {
      const release = version.type === type ? releaseOf(version.verboseName) : null;
      if (release === null || !isFinalRelease(release)) continue;
      const order = highest ? compareReleases(release, highest.release) : 1;
      // Of two names of one release the later in the alphabet, so that every sync finds the same.
      if (order > 0 || (order === 0 && highest && version.verboseName > highest.version.verboseName))
        highest = { version, release };
    }
    if (highest) return highest.version;
  }
  return undefined;
}

/** What a sync did, in a sentence or two. */
export function syncSummary({ created, removed, gone }: SyncCounts): string {
  const done = [
    ...(created > 0 ? [`${created} new`] : []),
    ...(removed > 0 ? [`${removed} removed, because the branch or tag is gone`] : []),
  ].join(", ");
  const stay =
    gone === 0
      ? ""
      : ` ${gone} active ${gone === 1 ? "version has" : "versions have"} lost the branch or tag and will stay until deactivated.`;
  if (done === "") return stay === "" ? "Nothing had changed." : stay.trim();
  return `${done}.${stay}`;
}
