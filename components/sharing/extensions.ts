import { type Day, daysAfter } from "#lib/sharing/rules/lifetime.ts";

/** What a share can be extended by at a press, its own length first. One that has expired starts again today. */
export function extensions(
  share: { expires: Day; length_days: number },
  today: Day,
): { days: number; until: Day }[] {
  const from = share.expires < today ? today : share.expires;
  return [...new Set([share.length_days, 30, 90])].map((days) => ({ days, until: daysAfter(from, days) }));
}
