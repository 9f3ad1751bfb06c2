import type { ShareStatus } from "#lib/sharing/schema.ts";

export const dayMs = 24 * 3600 * 1000;

/** Midnight UTC at which a moment's day began: what a date column is compared with. */
export const startOfDay = (at: Date): Date => new Date(Math.floor(at.getTime() / dayMs) * dayMs);

/** A share lasts through its last day (UTC); this is the first moment after it. */
export const firstMomentAfter = (lastDay: Date): Date => new Date(startOfDay(lastDay).getTime() + dayMs);

/** A day as `YYYY-MM-DD`, UTC; two compare as texts do. */
export type Day = string;

export const dayOf = (at: Date): Day => at.toISOString().slice(0, 10);

export const daysAfter = (day: Day, days: number): Day =>
  dayOf(new Date(new Date(day).getTime() + days * dayMs));

/** How many days lie between two days. */
export const daysBetween = (from: Day, to: Day): number =>
  Math.round((new Date(to).getTime() - new Date(from).getTime()) / dayMs);

/** The last day of a share that is given so many days more; one that has expired lives again from today. */
export const extendedBy = (lastDay: Day, days: number, today: Day): Day =>
  daysAfter(lastDay < today ? today : lastDay, days);

/** How long revoking a share can be taken back, in milliseconds. */
export const undoMs = 15_000;

/** For how many days after its end a share's secrets are kept: so long an expired one can be extended. */
export const keptDays = 30;

/** For how many days after their end sessions and requests for more time are kept, for the record. */
export const recordDays = 90;

type Lasting = { readonly revokedAt: Date | null; readonly expires: Date };

/** How a share stands. One that is revoked stays so whatever day it was made for. */
export function statusOf({ revokedAt, expires }: Lasting, now: Date): ShareStatus {
  if (revokedAt !== null) return "revoked";
  return firstMomentAfter(expires) > now ? "live" : "expired";
}

/** The same as `live`, as a WHERE. */
export const liveAt = (now: Date) => ({ revokedAt: null, expires: { gte: startOfDay(now) } });

/** Until when a secret goes on that is replaced now; null when it ends at once. */
export const overlapEnd = (hours: number, now: Date): Date | null =>
  hours > 0 ? new Date(now.getTime() + hours * 3600 * 1000) : null;

/** A secret that still counts, replaced or not, as a WHERE. */
export const countingAt = (now: Date) => ({
  retiredAt: null,
  OR: [{ validUntil: null }, { validUntil: { gt: now } }],
});
