"use client";

import { useCallback, useEffect, useRef, useState } from "react";

/** Counts seconds down to 0 and then calls `act`, unless it is stopped or leaves the page. `waiting` is null at rest. */
export function useCountdown(act: () => void): {
  waiting: number | null;
  wait: (seconds: number) => void;
  stop: () => void;
} {
  const [waiting, setWaiting] = useState<number | null>(null);
  const newest = useRef(act);
  newest.current = act;
  useEffect(() => {
    if (waiting === null) return;
    const timer = setTimeout(() => {
      setWaiting(waiting > 1 ? waiting - 1 : null);
      if (waiting <= 1) newest.current();
    }, 1000);
    return () => clearTimeout(timer);
  }, [waiting]);
  const stop = useCallback(() => setWaiting(null), []);
  return { waiting, wait: setWaiting, stop };
}
