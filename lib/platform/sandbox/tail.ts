import { lineSplitter } from "#lib/platform/sandbox/lines.ts";

/** The end of a stream of bytes whose middle nobody keeps. */
export type Tail = { push(chunk: Buffer): void; lines(): string[] };

/** Keeps at least the last `limit` bytes, and hardly more. The first line may lack its beginning. */
export function keepTail(limit: number): Tail {
  let chunks: Buffer[] = [];
  let size = 0;
  return {
    push: (chunk) => {
      chunks.push(chunk);
      size += chunk.length;
      // Joining seldom keeps both few small chunks and one endless one cheap.
      if (size < 2 * limit && chunks.length < 1_000) return;
      chunks = [Buffer.concat(chunks).subarray(-limit)];
      size = chunks.reduce((sum, one) => sum + one.length, 0);
    },
    lines: () => {
      const splitter = lineSplitter();
      return [...splitter.push(Buffer.concat(chunks).subarray(-limit)), ...splitter.end()];
    },
  };
}
