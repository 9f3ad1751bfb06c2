import { type Day, dayMs, dayOf } from "#lib/sharing/rules/lifetime.ts";
import type { ShareType } from "#lib/sharing/schema.ts";

/** What a type is called, everywhere. */
export const typeNames: Record<ShareType, string> = {
  token: "Secret link",
  password: "Password",
  http_header_token: "HTTP header token",
};

/** What making one does, on its button. */
export const createLabels: Record<ShareType, string> = {
  token: "Create and copy link",
  password: "Create and copy password link",
  http_header_token: "Create and copy token",
};

export const isShareType = (value: string | undefined): value is ShareType =>
  value !== undefined && Object.hasOwn(typeNames, value);

const day = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const dayAndWeekday = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** `27 Nov 2026`, of `YYYY-MM-DD`. Empty for what is no day. */
export const dayText = (at: string): string => (isDay(at) ? day.format(new Date(at)) : "");

const isDay = (at: string): boolean => /^\d{4}-\d\d-\d\d$/.test(at) && !Number.isNaN(Date.parse(at));

/** The description a share has until somebody writes a better one. */
export const usualDescription = (type: ShareType, today: string): string =>
  `${typeNames[type]}, ${dayText(today)}`;

export const todayUtc = (): Day => dayOf(new Date());

/** Whether somebody may be reading by a share just now: it was used within a day. */
export const usedLately = ({ last_used_at }: { last_used_at: string | null }): boolean =>
  last_used_at !== null && Date.now() - Date.parse(last_used_at) < dayMs;

/** `Ends Fri, 27 Nov 2026 at 23:59 UTC (00:59 your time)`. The zone is the reader's; null leaves it out. */
export function endText(lastDay: string, zone: string | null): string {
  if (!isDay(lastDay)) return "Choose the last day on which it works.";
  const utc = `Ends ${dayAndWeekday.format(new Date(lastDay))} at 23:59 UTC`;
  if (zone === null || zone === "UTC") return utc;
  const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: zone });
  return `${utc} (${clock.format(new Date(`${lastDay}T23:59:00Z`))} your time)`;
}

const listed = new Intl.ListFormat("en", { type: "conjunction" });

/** What a share reaches, for a sentence: `all versions`, `2.1 and 2.0`, `2.1, 2.0 and 3 more`. */
export function reachText(reach: {
  allVersions: boolean;
  versions: readonly string[];
  patterns: readonly string[];
}): string {
  if (reach.allVersions) return "all versions";
  const named = [...reach.versions, ...reach.patterns.map((pattern) => `versions like ${pattern}`)];
  if (named.length === 0) return "no version yet";
  return named.length > 4
    ? `${named.slice(0, 3).join(", ")} and ${named.length - 3} more`
    : listed.format(named);
}

/** How many people have secrets of their own: `2 recipients`. */
export const recipientsText = (count: number): string =>
  count === 0 ? "no recipients" : `${count} ${count === 1 ? "recipient" : "recipients"}`;

export const daysText = (count: number): string => (count === 1 ? "1 day" : `${count} days`);

/** Who can read with a share, as the beginning of a sentence. */
export const whoText: Record<ShareType, string> = {
  token: "Anyone with the link can read",
  password: "People who know the password can read",
  http_header_token: "Requests carrying the token can read",
};

/** Lines of a text field, without empty ones. */
export const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
