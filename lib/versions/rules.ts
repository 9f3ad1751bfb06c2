const dayMs = 86_400_000;

/** How long the files of a version stay in storage after it was taken off its site, in milliseconds (architecture 11). */
export const filesKeptMs = { deactivated: 7 * dayMs, deleted: 14 * dayMs } as const;
