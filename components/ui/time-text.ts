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

const dateParts = { day: "numeric", month: "short", year: "numeric" } as const;
const minutes = { hour: "2-digit", minute: "2-digit", timeZoneName: "short" } as const;

/** Making a formatter costs more than using it, and a list needs the same one in each row. */
type Formatters = Readonly<Record<"date" | "minute" | "moment", Intl.DateTimeFormat>>;
const formatters = new Map<string, Formatters>();
function formatterFor(timeZone: string): Formatters {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = {
    date: new Intl.DateTimeFormat("en-GB", { ...dateParts, timeZone }),
    minute: new Intl.DateTimeFormat("en-GB", { ...dateParts, ...minutes, timeZone }),
    moment: new Intl.DateTimeFormat("en-GB", { ...dateParts, ...minutes, second: "2-digit", timeZone }),
  };
  formatters.set(timeZone, made);
  return made;
}

/** `21 Nov 2026, 05:10:00 UTC`; the same on server and client. */
export const absoluteTime = (at: string, timeZone = "UTC"): string =>
  formatterFor(timeZone).moment.format(new Date(at));

/** When something ends: `7 Dec 2026, 09:30 UTC`. Without its zone a date leaves a day open. */
export const deadlineText = (at: string, timeZone = "UTC"): string =>
  formatterFor(timeZone).minute.format(new Date(at));

/** `just now`, `3 min ago`, `in 3 days`, and from a week on the date. */
export function relativeTime(at: string, now: number, timeZone = "UTC"): string {
  const seconds = Math.round((now - Date.parse(at)) / 1000);
  const distance = Math.abs(seconds);
  if (distance >= 7 * day) return formatterFor(timeZone).date.format(new Date(at));
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
