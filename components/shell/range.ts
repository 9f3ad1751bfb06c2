/** The rows from one to another as they stand, whichever comes first; only the other where the first is not among them. */
export function rangeOf<Row>(rows: readonly Row[], from: Row | undefined, to: Row): readonly Row[] {
  const start = from === undefined ? -1 : rows.indexOf(from);
  const end = rows.indexOf(to);
  if (start < 0 || end < 0) return [to];
  return rows.slice(Math.min(start, end), Math.max(start, end) + 1);
}
