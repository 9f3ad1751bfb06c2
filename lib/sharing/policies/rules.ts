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
export const usualLastDay = ({ usualDays, mostDays }: SharePolicy, today: Day): Day =>
  daysAfter(today, Math.min(usualDays, mostDays ?? usualDays));

/** Whether a live share is one the organization would not let anybody make today. */
export function breaks(
  policy: SharePolicy,
  share: { readonly type: ShareType; readonly allVersions: boolean; readonly expires: Day },
  today: Day,
): boolean {
  return (
    !policy.allowedTypes.includes(share.type) ||
    (share.allVersions && !policy.allVersionsAllowed) ||
    lastDayProblem(policy, share.expires, today) !== null
  );
}
