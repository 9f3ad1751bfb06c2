/** What compilers and tools write before or as the reason of a failure. */
const strong =
  /(^|[\s:[(])(error|fatal|ERROR|FATAL|Error|CRITICAL|panic)\b\s*[:\]!]|\b\w+(Error|Exception)\b(:|$)|treated as error|command not found|No such file or directory/;
const weak = /\b(error|fatal|failed|exception|traceback|cannot|not found)\b/i;

/** The index of the first line from `from` on that tells of an error; -1 without one. */
export const nextError = (lines: readonly string[], from = 0): number =>
  lines.findIndex((line, index) => index >= from && strong.test(line));

/** Lines to show of a failure. `first` is the number of their first line, `telling` that of the line that tells of it. */
export type Excerpt = { first: number; telling: number; lines: string[] };

/** The first line that tells of an error with up to three lines around it, else the last lines. */
export function failureExcerpt(lines: readonly string[]): Excerpt {
  const sure = nextError(lines);
  const hit = sure === -1 ? lines.findIndex((line) => weak.test(line)) : sure;
  const telling = hit === -1 ? lines.findLastIndex((line) => line.trim() !== "") : hit;
  const start = Math.max(0, telling - (hit === -1 ? 5 : 3));
  return { first: start + 1, telling: telling + 1, lines: lines.slice(start, telling + 4) };
}
