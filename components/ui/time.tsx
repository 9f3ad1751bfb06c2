"use client";

import { useEffect, useRef, useState } from "react";
import { useWishes } from "./preferences.ts";
import { absoluteTime, deadlineText, durationText, relativeTime } from "./time-text.ts";

const readers = new Set<() => void>();
let ticker: ReturnType<typeof setInterval> | undefined;

/** A text that depends on the time, made anew with the page's one ticker (a beat per second) while mounted. */
function useTimedText(text: (now: number) => string, active = true): string {
  const [, setShown] = useState(() => text(Date.now()));
  const make = useRef(text);
  make.current = text;
  useEffect(() => {
    if (!active) return;
    // The same text again draws nothing again.
    const beat = (): void => setShown(make.current(Date.now()));
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
  return text(Date.now());
}

/** A moment: relative within a week, else the date, or exact for those who want that; the exact time stands in the tooltip, too. */
export function Time({ at, prefix = "" }: { at: string; prefix?: string }) {
  const { absoluteTimes, timeZone } = useWishes();
  const exact = absoluteTime(at, timeZone);
  const relative = useTimedText((now) => relativeTime(at, now, timeZone), !absoluteTimes);
  return (
    <time dateTime={at} title={exact} className="whitespace-nowrap tabular-nums" suppressHydrationWarning>
      {prefix}
      {absoluteTimes ? exact : relative}
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
  const text = useTimedText((now) => durationText(Math.max(0, Math.round((now - Date.parse(since)) / 1000))));
  return (
    <span className="whitespace-nowrap tabular-nums" suppressHydrationWarning>
      {text}
    </span>
  );
}
