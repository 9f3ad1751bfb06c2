import type { Visit } from "#lib/sharing/use/schema.ts";

/** Reading is use; opening a link is not yet, because scanners of mail and chat do it, too. A header token does nothing else. */
export const isUse = (visit: Visit): boolean =>
  visit.pages + visit.downloads > 0 || (visit.sessionId === null && visit.others > 0);

export interface DailyUse {
  readonly shareId: number;
  /** 0 for a share without recipients. */
  readonly recipientId: number;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  sessions: number;
  pages: number;
  downloads: number;
  refused: number;
}

/** Visits by share, recipient and day. A session that has just been used for the first time counts on the day of that. */
export function dailyUse(visits: readonly Visit[], begun: ReadonlySet<string>): DailyUse[] {
  const days = new Map<string, DailyUse>();
  const counted = new Set<string>();
  for (const visit of visits) {
    const { shareId, recipientId, sessionId, day, pages, downloads, refused } = visit;
    if (pages + downloads + refused === 0) continue;
    const key = `${shareId}/${recipientId}/${day}`;
    const use = days.get(key) ?? {
      ...{ shareId, recipientId, day, sessions: 0, pages: 0, downloads: 0, refused: 0 },
    };
    days.set(key, use);
    use.pages += pages;
    use.downloads += downloads;
    use.refused += refused;
    if (sessionId === null || !isUse(visit) || !begun.has(sessionId) || counted.has(sessionId)) continue;
    counted.add(sessionId);
    use.sessions += 1;
  }
  return [...days.values()];
}
