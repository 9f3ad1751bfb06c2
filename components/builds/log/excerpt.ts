/** What compilers and tools write before or as the reason of a failure. */
const strong =
  /(^|[\s:[(])(error|fatal|ERROR|FATAL|Error|CRITICAL|panic)\b\s*[:\]!]|\b\w+(Error|Exception)\b(:|$)|treated as error|command not found|No such file or directory/;
/** What pip says before it says what it could not find. */
const harmless = /^ERROR: Ignored the following /;
const weak = /\b(error|fatal|failed|exception|traceback|cannot|not found)\b/i;

/** How Sphinx and MkDocs end where a warning is enough to fail; the warning stands further up. */
const strict = /warnings? treated as errors|\d+ warnings? in strict mode/i;
const warning = /\bWARNING\b/;

/** The index of the first line from `from` on that tells of an error; -1 without one. */
export const nextError = (lines: readonly string[], from = 0): number =>
  lines.findIndex((line, index) => index >= from && strong.test(line) && !harmless.test(line));

/** Lines to show of a failure. `first` is the number of their first line, `telling` that of the line that tells of it. */
export type Excerpt = { first: number; telling: number; lines: string[] };

/** The first line that tells of an error, or of the warning that counted as one, with up to three lines around it, else the last lines. */
export function failureExcerpt(lines: readonly string[]): Excerpt {
  const ended = lines.some((line) => strict.test(line));
  const cause = ended ? lines.findIndex((line) => warning.test(line)) : -1;
  const sure = cause === -1 ? nextError(lines) : cause;
  const hit = sure === -1 ? lines.findIndex((line) => weak.test(line)) : sure;
  const telling = hit === -1 ? lines.findLastIndex((line) => line.trim() !== "") : hit;
  const start = Math.max(0, telling - (hit === -1 ? 5 : 3));
  return { first: start + 1, telling: telling + 1, lines: lines.slice(start, telling + 4) };
}
