const lineLimit = 4_000;

/** What arrives of a command's output, cut into lines a log can keep. */
export type LineSplitter = {
  /** The whole lines that `chunk` completes. */
  push(chunk: Buffer): string[];
  /** What is left when the output ends without a line end. */
  end(): string[];
};

/**
 * Splits a byte stream into lines: invalid UTF-8 is replaced, NUL removed, `\r\n` is one line end, a progress bar that rewrites
 * its line with bare `\r` keeps its last state, and lines longer than 4,000 characters are split.
 */
export function lineSplitter(): LineSplitter {
  const decoder = new TextDecoder("utf-8");
  let rest = "";

  function take(text: string, final: boolean): string[] {
    const parts = (rest + text).split("\n");
    rest = final ? "" : (parts.pop() ?? "");
    if (final && parts.at(-1) === "") parts.pop();
    const lines = parts.flatMap(clean);
    while (rest.length > lineLimit) {
      // A chunk that only rewrites its line must not grow the memory of the worker.
      const rewritten = rest.lastIndexOf("\r", rest.length - 2);
      if (rewritten >= 0) rest = rest.slice(rewritten + 1);
      else {
        lines.push(...clean(rest.slice(0, lineLimit)));
        rest = rest.slice(lineLimit);
      }
    }
    return lines;
  }

  return {
    push: (chunk) => take(decoder.decode(chunk, { stream: true }), false),
    end: () => take(decoder.decode(), true),
  };
}

function clean(line: string): string[] {
  const text = line.replace(/\r+$/, "").replaceAll("\0", "");
  const shown = text.slice(text.lastIndexOf("\r") + 1);
  if (shown.length <= lineLimit) return [shown];
  const pieces: string[] = [];
  for (let at = 0; at < shown.length; at += lineLimit) pieces.push(shown.slice(at, at + lineLimit));
  return pieces;
}
