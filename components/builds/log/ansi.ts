export type Segment = { text: string; color: string | null; bold: boolean; dim: boolean };
export type Pen = Omit<Segment, "text">;

export const plain: Pen = { color: null, bold: false, dim: false };

const names = ["dim", "red", "green", "yellow", "blue", "magenta", "cyan", null] as const;
const esc = "\u001b";
/** Colours and weight; any other control sequence is dropped. */
const sequences = new RegExp(
  `${esc}(?:\\[([0-9;:]*)m|\\[[0-9;?:]*[ -/]*[@-~]|\\][^\\u0007${esc}]*(?:\\u0007|${esc}\\\\)?|[@-Z\\\\-_])`,
  "g",
);

function applyCodes(pen: Pen, codes: string): Pen {
  const numbers = codes === "" ? [0] : codes.split(/[;:]/).map(Number);
  let next = pen;
  for (let at = 0; at < numbers.length; at += 1) {
    const code = numbers[at] ?? 0;
    if (code === 0) next = plain;
    else if (code === 1) next = { ...next, bold: true };
    else if (code === 2) next = { ...next, dim: true };
    else if (code === 22) next = { ...next, bold: false, dim: false };
    else if (code === 39) next = { ...next, color: null };
    else if (code >= 30 && code <= 37) next = { ...next, color: names[code - 30] ?? null };
    else if (code >= 90 && code <= 97) next = { ...next, color: names[code - 90] ?? null };
    // 256 and true colours have no place in the palette; their arguments are skipped.
    else if (code === 38 || code === 48) at += numbers[at + 1] === 2 ? 4 : 2;
  }
  return next;
}

/** Clears the line, or goes back to its first column: progress bars do. */
const restart = new RegExp(`${esc}\\[(?:[12]K|[01]?G)`, "g");

/** What a terminal would have left on the line: a carriage return starts it anew. */
function overwritten(line: string): string {
  if (!line.includes("\r") && !line.includes(esc)) return line;
  const parts = line.replace(restart, "\r").replace(/\r+$/, "").split("\r");
  return parts[parts.length - 1] ?? "";
}

/** One output line as coloured pieces, and the pen the next line starts with (dashboard.md 5.4). */
export function parseAnsi(line: string, start: Pen): { segments: Segment[]; pen: Pen } {
  const text = overwritten(line);
  if (!text.includes(esc)) return { segments: text === "" ? [] : [{ text, ...start }], pen: start };
  const segments: Segment[] = [];
  let pen = start;
  let from = 0;
  for (const match of text.matchAll(sequences)) {
    if (match.index > from) segments.push({ text: text.slice(from, match.index), ...pen });
    if (match[1] !== undefined) pen = applyCodes(pen, match[1]);
    from = match.index + match[0].length;
  }
  if (from < text.length) segments.push({ text: text.slice(from), ...pen });
  return { segments, pen };
}

/** The line without any control sequence. */
export const stripAnsi = (line: string): string =>
  parseAnsi(line, plain)
    .segments.map(({ text }) => text)
    .join("");
