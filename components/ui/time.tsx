"use client";

import { useEffect, useState } from "react";
import { useWishes } from "./preferences.ts";
import { absoluteTime, deadlineText, durationText, relativeTime } from "./time-text.ts";

const readers = new Set<() => void>();
let ticker: ReturnType<typeof setInterval> | undefined;

/** Joins the page's one ticker (a beat per second) while mounted. */
function useNow(active: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!active) return;
    const beat = (): void => setNow(Date.now());
    readers.add(beat);
    ticker ??= setInterval(() => {
      for (const reader of readers) reader();
    }, 1000);
    return () => {
      readers.delete(beat);
      if (readers.size === 0) {
        clearInterval(ticker);
        ticker = undefined;
      }
    };
  }, [active]);
  return now;
}

/** A moment: relative within a week, else the date, or exact for those who want that; the exact time stands in the tooltip, too. */
export function Time({ at, prefix = "" }: { at: string; prefix?: string }) {
  const { absoluteTimes, timeZone } = useWishes();
  const now = useNow(!absoluteTimes);
  const exact = absoluteTime(at, timeZone);
  return (
    <time dateTime={at} title={exact} className="whitespace-nowrap tabular-nums" suppressHydrationWarning>
      {prefix}
      {absoluteTimes ? exact : relativeTime(at, now, timeZone)}
    </time>
  );
}

/** The moment something ends, to the minute and with its zone: nobody has to reckon whether it is still good. */
export function Deadline({ at }: { at: string }) {
  const { timeZone } = useWishes();
  return (
    <time dateTime={at} className="whitespace-nowrap tabular-nums">
      {deadlineText(at, timeZone)}
    </time>
  );
}

/** Time since a moment, counting up each second. */
export function Elapsed({ since }: { since: string }) {
  const now = useNow(true);
  return (
    <span className="whitespace-nowrap tabular-nums" suppressHydrationWarning>
      {durationText(Math.max(0, Math.round((now - Date.parse(since)) / 1000)))}
    </span>
  );
}
