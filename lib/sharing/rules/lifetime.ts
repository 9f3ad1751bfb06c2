const dayMs = 24 * 3600 * 1000;

/** Midnight UTC at which a moment's day began: what a date column is compared with. */
export const startOfDay = (at: Date): Date => new Date(Math.floor(at.getTime() / dayMs) * dayMs);

/** A share lasts through its last day (UTC); this is the first moment after it. */
export const firstMomentAfter = (lastDay: Date): Date => new Date(startOfDay(lastDay).getTime() + dayMs);

/** `YYYY-MM-DD`, UTC. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
