import type { ByteRange } from "#lib/platform/storage/storage.ts";
import type { Wire } from "#serve/wire.ts";

/** The longest form a docs host takes, in bytes. */
const mostBody = 8192;

/** A request to a docs host, whichever server it came through. */
export interface DocsRequest {
  readonly method: string;
  /** Path and query as they stood in the request line. */
  readonly target: string;
  /** The Host header as sent. */
  readonly host: string;
  /** How the reader reached us; null when nobody we trust says. */
  readonly scheme: "http" | "https" | null;
  readonly address: string;
  /** The value of a header by its lower-case name. */
  header(name: string): string | undefined;
  /** What was sent along, once; null when it is longer than `mostBody` or broke off. */
  body(): Promise<string | null>;
}

/** Reads a body as text, no further than it has to; null when it is longer than `mostBody` or breaks off. */
export async function readBody(chunks: AsyncIterable<Uint8Array>): Promise<string | null> {
  const read: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > mostBody) return null;
      read.push(chunk);
    }
  } catch {
    return null;
  }
  return Buffer.concat(read).toString();
}

/** Docs hosts are neighbours, so cookies alone do not say that a host's own page has sent a form (decision 12). */
export function comesFromItsOwnHost(request: DocsRequest): boolean {
  const site = request.header("sec-fetch-site");
  if (site !== undefined) return site === "same-origin";
  const origin = request.header("origin");
  return origin === undefined || URL.parse(origin)?.host === request.host.toLowerCase();
}

/** What goes back. Headers alternate names and values, ready to be written. */
export interface Answer {
  readonly status: number;
  readonly headers: string[];
  /** The same for a 200 as it goes over the wire, where it is known beforehand. */
  readonly wire?: Wire | undefined;
  /** Bytes, an object of the store to stream, or nothing. Not sent for HEAD. */
  readonly body: Buffer | StoredBody | null;
}

export interface StoredBody {
  readonly key: string;
  readonly range?: ByteRange;
}

/** The request target taken apart. */
export interface DocsTarget {
  /** Percent-decoded once. */
  readonly path: string;
  /** With its `?`, exactly as sent; empty when there was none. */
  readonly query: string;
}

/**
 * Takes a request target apart (spec/serving.md 5). Null for what no address of ours can be: broken percent-encoding, NUL, a
 * `..` segment in any spelling, a target that is no path. Control characters as they are could not be repeated in a Location.
 */
export function parseTarget(target: string): DocsTarget | null {
  const relative = target.replace(/^https?:\/\/[^/?#]*/i, "") || "/";
  const mark = relative.indexOf("?");
  const raw = mark === -1 ? relative : relative.slice(0, mark);
  const query = mark === -1 ? "" : relative.slice(mark);
  if (!raw.startsWith("/") || raw.includes("#") || /[^\x20-\x7e\x80-\xff]/.test(target)) return null;
  let path: string;
  try {
    path = decodeURIComponent(raw);
  } catch {
    return null;
  }
  if (path.includes("\0") || path.split(/[/\\]/).includes("..")) return null;
  return { path, query };
}
