"use client";

import { useEffect, useState } from "react";
import { absoluteTime, durationText, relativeTime } from "./time-text.ts";

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

/** A moment: relative within a week, else the date; the exact time in UTC stands in the tooltip and in `datetime`. */
export function Time({ at, prefix = "" }: { at: string; prefix?: string }) {
  const now = useNow(true);
  return (
    <time
      dateTime={at}
      title={absoluteTime(at)}
      className="whitespace-nowrap tabular-nums"
      suppressHydrationWarning
    >
      {prefix}
      {relativeTime(at, now)}
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
