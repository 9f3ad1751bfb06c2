import { useState } from "react";

/** What somebody looks at: the rows as they were then, and the highest number among them. */
type Seen<Row> = { top: number; rows: readonly Row[] };

/** Of the rows there are now those that were seen, and in place of newer ones those that they pushed off the end. */
export function holdBack<Row>(
  rows: readonly Row[],
  seen: Seen<Row>,
  newest: (row: Row) => number,
): { shown: readonly Row[]; held: number } {
  const known = rows.filter((row) => newest(row) <= seen.top);
  const held = rows.length - known.length;
  const oldest = Math.min(...rows.map(newest));
  const pushedOff = seen.rows.filter((row) => newest(row) < oldest).slice(0, held);
  return { shown: [...known, ...pushedOff], held };
}

/**
 * Keeps rows that came after a list was opened back until somebody asks for them, so that nothing moves under the pointer: rows they
 * push off the end stay meanwhile. `list` names what is listed: another filter or page is another list. `newest` is a number that is
 * higher for each newer row; without it all rows are shown.
 */
export function useHeldRows<Row>(
  list: string,
  rows: readonly Row[] | null,
  newest: ((row: Row) => number) | undefined,
): { shown: readonly Row[]; held: number; show: () => void } {
  const [seen, setSeen] = useState<(Seen<Row> & { list: string }) | null>(null);
  if (!newest || !rows) return { shown: rows ?? [], held: 0, show: () => undefined };
  const top = Math.max(0, ...rows.map(newest));
  // The first row of an empty list has nothing to move.
  if (seen === null || seen.list !== list || seen.top === 0) {
    if (seen?.list !== list || seen.top !== top) setSeen({ list, top, rows });
    return { shown: rows, held: 0, show: () => undefined };
  }
  return { ...holdBack(rows, seen, newest), show: () => setSeen({ list, top, rows }) };
}
