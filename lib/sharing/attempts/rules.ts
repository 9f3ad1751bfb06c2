/** How often something may be tried within one window. */
export interface Limit {
  readonly seconds: number;
  readonly tries: number;
}

/** Wrong passwords from one network for one project (spec/serving.md 14.3, Abuse). A right one forgives them. */
export const passwordTriesHere: readonly Limit[] = [
  { seconds: 60, tries: 5 },
  { seconds: 3600, tries: 30 },
];

/**
 * Wrong passwords from one network for one project that a right one does not forgive: who knows one password could otherwise guess the
 * others' without end. A third of what everybody has, so that no network alone uses that up.
 */
export const passwordTriesUnforgiven: Limit = { seconds: 3600, tries: 100 };

/**
 * Wrong passwords for one project from everywhere, and as many again from networks that were let in lately: strangers who guess from
 * many addresses do not keep those out who know their password.
 */
export const passwordTriesOverall: Limit = { seconds: 3600, tries: 300 };

/** How long somebody who was let in is told from a stranger. */
export const knownForDays = 30;

/** New sessions from one network in one project: a browser that keeps its cookie needs one, and offices share an address. */
export const newSessions: readonly Limit[] = [
  { seconds: 60, tries: 120 },
  { seconds: 3600, tries: 1200 },
];

/** Links and header tokens that nobody knows, from one network. */
export const unknownSecrets: Limit = { seconds: 60, tries: 60 };
