/** How every token begins, so that people and scanners recognise one that leaked. */
export const TOKEN_PREFIX = "lct_";

/** The last moment of a day (`YYYY-MM-DD`, UTC): a token works on the day it expires. */
export const endOfDay = (day: string): Date => new Date(`${day}T23:59:59.999Z`);

/** How long revoking a token can be taken back. */
export const UNDO_MS = 15_000;
