/** Prints rows as an aligned table. The first row is the heading. */
export function printTable(rows: (string | number)[][]): void {
  const cells = rows.map((row) => row.map(String));
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => (row[column] ?? "").length)),
  );
  for (const [index, row] of cells.entries()) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
    if (index === 0) console.log(widths.map((width) => "-".repeat(width)).join("  "));
  }
}

export const median = (numbers: number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? NaN)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
};

/** One line of `judge`: what was measured, what is wanted of it, and whether it is met. */
export type Bar = { what: string; measured: string; bar: string; met: boolean };

export const atLeast = (what: string, measured: number, bar: number): Bar => ({
  what,
  measured: measured.toFixed(2),
  bar: `≥ ${bar}`,
  met: measured >= bar,
});

export const atMost = (what: string, measured: number, bar: number): Bar => ({
  what,
  measured: measured.toFixed(measured < 0.5 ? 3 : measured < 100 ? 1 : 0),
  bar: `≤ ${bar}`,
  met: measured <= bar,
});

/** One line per bar, and exit code 1 when any is missed. */
export function judge(bars: Bar[]): void {
  console.log();
  printTable([
    ["bar", "measured", "wanted", "met"],
    ...bars.map(({ what, measured, bar, met }) => [what, measured, bar, met ? "yes" : "NO"]),
  ]);
  if (bars.some(({ met }) => !met)) process.exitCode = 1;
}
