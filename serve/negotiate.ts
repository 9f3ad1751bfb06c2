import { LRUCache } from "lru-cache";
import type { ByteRange } from "#lib/platform/storage/storage.ts";

export type Encoding = "br" | "gzip" | "identity";

/** Best first, where the reader has no preference. */
const offered: readonly Encoding[] = ["br", "gzip", "identity"];
const remembered = new LRUCache<string, readonly Encoding[]>({ max: 500 });

/** The encodings a reader accepts, best first (RFC 9110 12.5.3). The plain file always stays possible. */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  if (header === undefined || header === "") return ["identity"];
  const known = remembered.get(header);
  if (known) return known;
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(",")) {
    const match = /^\s*([a-z0-9*-]+)\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/.exec(part);
    if (match?.[1] !== undefined) weights.set(match[1], Number(match[2] ?? 1));
  }
  const weightOf = (encoding: Encoding): number => {
    const unnamed = encoding === "identity" ? 0.001 : 0;
    return weights.get(encoding) ?? weights.get("*") ?? unnamed;
  };
  const accepted = offered.filter((encoding) => encoding === "identity" || weightOf(encoding) > 0);
  accepted.sort((a, b) => weightOf(b) - weightOf(a));
  if (header.length < 200) remembered.set(header, accepted);
  return accepted;
}

/**
 * One byte range of a Range header, clamped to the file; null for what may be ignored (several ranges, other units,
 * nonsense), which is then answered with the whole file.
 */
export function parseRange(header: string, size: number): ByteRange | "unsatisfiable" | null {
  const match = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/.exec(header.trim());
  if (match === null) return null;
  const [, first, last, suffix] = match;
  if (suffix !== undefined) {
    const length = Math.min(Number(suffix), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return null;
  return start >= size ? "unsatisfiable" : { start, end };
}
