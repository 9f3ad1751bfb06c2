import type { LogAddress } from "./log-address.ts";

const isBefore = (one: LogAddress, other: LogAddress): boolean =>
  one.command < other.command || (one.command === other.command && one.from < other.from);

/** Where the next or previous match is, starting from the last one and going round at the end; -1 without any. */
export function nextMatch(matches: readonly LogAddress[], last: LogAddress | null, step: 1 | -1): number {
  if (matches.length === 0) return -1;
  if (step === 1) {
    const next = last ? matches.findIndex((match) => isBefore(last, match)) : 0;
    return next === -1 ? 0 : next;
  }
  const previous = last ? matches.findLastIndex((match) => isBefore(match, last)) : -1;
  return previous === -1 ? matches.length - 1 : previous;
}
