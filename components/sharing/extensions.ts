import { type Day, extendedBy } from "#lib/sharing/rules/lifetime.ts";

/** What a share can be extended by at a press, its own length first. One that has expired starts again today. */
export function extensions(
  share: { expires: Day; length_days: number },
  today: Day,
): { days: number; until: Day }[] {
  return [...new Set([share.length_days, 30, 90])].map((days) => ({
    days,
    until: extendedBy(share.expires, days, today),
  }));
}
