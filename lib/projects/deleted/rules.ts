/** So long before a project is removed for good nobody can restore it any more: clocks differ, and files are removed first. */
const marginMs = 60_000;

/** The last moment at which a project can be restored. */
export const restorableUntil = (purgeAt: Date): Date => new Date(purgeAt.getTime() - marginMs);

/** What `purgeAt` must be after for a project to be restorable `now`. */
export const purgedAfter = (now: Date): Date => new Date(now.getTime() + marginMs);
