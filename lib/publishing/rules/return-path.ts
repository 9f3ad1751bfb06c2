import { decodePath } from "#lib/publishing/rules/address.ts";

/**
 * A path to go on to on the same docs host, as a Location carries it; null when what was asked for is none (spec/serving.md 14.3,
 * `next`). It may not name another host in any reading, nor logging in, logging out or another share.
 */
export function returnPath(next: string | null): string | null {
  if (next === null || next.length > 2048 || !/^\/(?![/\\])[^\p{Cc}\\]*$/u.test(next)) return null;
  // It becomes a header, which carries ASCII only.
  const path = next.toWellFormed().replace(/[^\x21-\x7e]+/g, encodeURIComponent);
  // Browsers take dots out, and we put slashes together, before either is looked at.
  const read = URL.parse(path, "http://docs.example");
  const opened = read?.host === "docs.example" ? decodePath(read.pathname) : null;
  if (opened === null) return null;
  return /^\/_\/(?:login|logout|sharing)(?![^/])/.test(opened.replace(/\/{2,}/g, "/")) ? null : path;
}
