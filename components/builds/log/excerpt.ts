const telling = /\b(error|fatal|failed|exception|traceback|cannot|not found)\b/i;

/** The first line that tells of an error with up to three lines around it, else the last lines; `first` is its line number. */
export function failureExcerpt(lines: readonly string[]): { first: number; lines: string[] } {
  const hit = lines.findIndex((line) => telling.test(line));
  const start = hit === -1 ? Math.max(0, lines.length - 6) : Math.max(0, hit - 3);
  return { first: start + 1, lines: lines.slice(start, hit === -1 ? undefined : hit + 4) };
}
