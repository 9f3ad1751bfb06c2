import type { FieldErrors } from "#lib/platform/errors.ts";
import { lastDayProblem, movedDayProblem, type SharePolicy } from "#lib/sharing/policies/rules.ts";
import type { Day } from "#lib/sharing/rules/lifetime.ts";
import type { ShareType } from "#lib/sharing/schema.ts";

/** What people decide about a share. Versions are slugs. */
export interface ShareSettings {
  readonly type: ShareType;
  readonly description: string;
  readonly expires: Day;
  readonly allVersions: boolean;
  readonly versions: readonly string[];
  readonly versionPatterns: readonly string[];
  readonly pathPrefixes: readonly string[];
  readonly landingPath: string | null;
  /** Whether its links can be read again. */
  readonly canReveal: boolean;
  readonly notifyFirstUse: boolean;
  readonly notifyBeforeEnd: boolean;
}

/** A version as its being chosen depends on it. */
export interface Choosable {
  readonly slug: string;
  readonly active: boolean;
  readonly privacyLevel: "public" | "private";
}

/**
 * What is wrong with a share, by field of the API; empty when nothing is. `before` is the share as it was: what it has already, it may
 * keep. `known` are those of the named versions that the project has.
 */
export function settingProblems(
  wanted: ShareSettings,
  before: ShareSettings | null,
  known: readonly Choosable[],
  { policy, today, password }: { policy: SharePolicy; today: Day; password: string | undefined },
): FieldErrors {
  const isNew = (name: keyof ShareSettings): boolean => before?.[name] !== wanted[name];
  const all = !wanted.allVersions || policy.allVersionsAllowed || !isNew("allVersions");
  const problems: Record<string, string | null> = {
    access_type: accessTypeProblem(wanted.type, before, policy),
    expires: isNew("expires") ? expiresProblem(wanted, before, policy, today) : null,
    allow_all: all ? null : "Your organization does not allow sharing all versions.",
    versions: versionsProblem(wanted, before, known),
    version_patterns: wanted.allVersions && wanted.versionPatterns.length > 0 ? notWithAll : null,
    landing_path:
      wanted.landingPath !== null && wanted.type === "http_header_token"
        ? "Nobody lands on a page with a header token."
        : null,
    password: password && wanted.type !== "password" ? "Only shares by password have one." : null,
  };
  return Object.fromEntries(
    Object.entries(problems).flatMap(([name, problem]) => (problem === null ? [] : [[name, [problem]]])),
  );
}

const notWithAll = "Leave this empty, or set allow_all to false.";

function accessTypeProblem(
  type: ShareType,
  before: ShareSettings | null,
  { allowedTypes }: SharePolicy,
): string | null {
  if (before !== null)
    return type === before.type ? null : "The type of a share stays. Create another share.";
  return allowedTypes.includes(type) ? null : "Not allowed by your organization.";
}

const expiresProblem = (
  wanted: ShareSettings,
  before: ShareSettings | null,
  policy: SharePolicy,
  today: Day,
): string | null =>
  before === null
    ? lastDayProblem(policy, wanted.expires, today)
    : movedDayProblem(policy, wanted, before.expires, today);

const namesNone = ({ allVersions, versions, versionPatterns }: ShareSettings): boolean =>
  !allVersions && versions.length + versionPatterns.length === 0;

function versionsProblem(
  wanted: ShareSettings,
  before: ShareSettings | null,
  known: readonly Choosable[],
): string | null {
  const { allVersions, versions } = wanted;
  if (allVersions) return versions.length > 0 ? notWithAll : null;
  if (namesNone(wanted)) {
    // The versions of a share can go without anybody changing it.
    return before !== null && namesNone(before) ? null : "Choose at least one version.";
  }
  const kept = before?.versions ?? [];
  for (const slug of versions) {
    const version = known.find((one) => one.slug === slug);
    if (version === undefined) return `Object with slug=${slug} does not exist.`;
    if (kept.includes(slug)) continue;
    if (!version.active) return `${slug} is not active.`;
    if (version.privacyLevel === "public") return `${slug} is already public.`;
  }
  return null;
}

type Value = string | boolean | readonly string[] | null;

/** Field → from and to, of what differs; null stands for a share that is not there. */
export function settingChanges(
  before: ShareSettings | null,
  after: ShareSettings,
): Record<string, { from: Value; to: Value }> {
  const old: Readonly<Record<string, Value>> = { ...before };
  const differs = ([name, value]: [string, Value]): boolean =>
    JSON.stringify(old[name]) !== JSON.stringify(value);
  return Object.fromEntries(
    Object.entries({ ...after })
      .filter(differs)
      .map(([name, value]) => [name, { from: old[name] ?? null, to: value }]),
  );
}
