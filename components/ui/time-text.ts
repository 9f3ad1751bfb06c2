const day = 86_400;

/** `2 min 14 s`: whole seconds in words, two units at most. */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) {
    const rest = seconds % 60;
    return rest === 0 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 60)} min ${rest} s`;
  }
  const minutes = Math.round((seconds % 3600) / 60);
  return minutes === 0 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 3600)} h ${minutes} min`;
}

const dates = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const moments = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  timeZone: "UTC",
});

/** `21 Nov 2026, 05:10:00 UTC`; the same on server and client. */
export const absoluteTime = (at: string): string => `${moments.format(new Date(at))} UTC`;

/** `just now`, `3 min ago`, `in 3 days`, and from a week on the date. */
export function relativeTime(at: string, now: number): string {
  const seconds = Math.round((now - Date.parse(at)) / 1000);
  const distance = Math.abs(seconds);
  if (distance >= 7 * day) return dates.format(new Date(at));
  if (distance < 10) return "just now";
  const [amount, unit] =
    distance < 60
      ? [distance, "s"]
      : distance < 3600
        ? [Math.floor(distance / 60), "min"]
        : distance < day
          ? [Math.floor(distance / 3600), "h"]
          : [Math.floor(distance / day), Math.floor(distance / day) === 1 ? "day" : "days"];
  return seconds > 0 ? `${amount} ${unit} ago` : `in ${amount} ${unit}`;
}
