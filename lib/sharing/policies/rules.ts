import { type Day, daysAfter } from "#lib/sharing/rules/lifetime.ts";
import type { ShareType } from "#lib/sharing/schema.ts";

/** What an organization lets its projects share. */
export interface SharePolicy {
  readonly allowedTypes: readonly ShareType[];
  /** How far ahead the last day of a share may be; null for no limit. */
  readonly mostDays: number | null;
  readonly usualDays: number;
  readonly allVersionsAllowed: boolean;
  /** Whether the links of shares can be read again after they were made. */
  readonly linksReadable: boolean;
  readonly remindDays: number;
  readonly endsWithCreator: boolean;
}

/** What holds where an organization has said nothing. */
export const usualPolicy: SharePolicy = {
  allowedTypes: ["token", "password", "http_header_token"],
  mostDays: null,
  usualDays: 7,
  allVersionsAllowed: true,
  linksReadable: true,
  remindDays: 3,
  endsWithCreator: false,
};

const dayCount = (days: number): string => (days === 1 ? "1 day" : `${days} days`);

/** What is wrong with the last day of a share that is made or moved today, or null. */
export function lastDayProblem({ mostDays }: SharePolicy, expires: Day, today: Day): string | null {
  if (expires < today) return "Choose today or a later date.";
  if (mostDays === null || expires <= daysAfter(today, mostDays)) return null;
  return `Your organization allows at most ${dayCount(mostDays)}.`;
}

/** The last day of a share unless somebody says otherwise: never one the organization refuses. */
export const usualLastDay = (
  { usualDays, mostDays }: Pick<SharePolicy, "usualDays" | "mostDays">,
  today: Day,
): Day => daysAfter(today, Math.min(usualDays, mostDays ?? usualDays));

export const notAnyMore = "Your organization does not allow shares like this one any more.";

/**
 * The last day of a share that is extended by its own length: the longest the organization allows, where that is less and still later
 * than `before`.
 */
export function extendedDay({ mostDays }: SharePolicy, wanted: Day, before: Day, today: Day): Day {
  if (mostDays === null) return wanted;
  const longest = daysAfter(today, mostDays);
  return longest < wanted && longest > before ? longest : wanted;
}

type Kind = { readonly type: ShareType; readonly allVersions: boolean };

/** Whether the organization allows anybody to make shares of this type that reach so much. */
export const isAllowed = (policy: SharePolicy, { type, allVersions }: Kind): boolean =>
  policy.allowedTypes.includes(type) && (policy.allVersionsAllowed || !allVersions);

/**
 * What is wrong with a share's lasting to another day than `before`, or null: what is not allowed any more may last as long as it was
 * made for, or shorter.
 */
export function movedDayProblem(
  policy: SharePolicy,
  share: Kind & { readonly expires: Day },
  before: Day,
  today: Day,
): string | null {
  const problem = lastDayProblem(policy, share.expires, today);
  if (problem !== null || share.expires <= before) return problem;
  return isAllowed(policy, share) ? null : notAnyMore;
}

/** Whether a live share is one the organization would not let anybody make today. */
export function breaks(policy: SharePolicy, share: Kind & { readonly expires: Day }, today: Day): boolean {
  return !isAllowed(policy, share) || lastDayProblem(policy, share.expires, today) !== null;
}
