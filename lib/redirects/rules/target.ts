import { decodePath, encodePath } from "#lib/publishing/rules/address.ts";

/**
 * A stored `to_url` taken apart. Each part is cut at `:splat` and percent-encoded, so that what a wildcard matched is put between
 * the pieces and can never begin another part, let alone another host.
 */
export interface Target {
  /** Scheme and host of an `http(s)://` address; null for a path on the reader's own host. */
  readonly origin: string | null;
  readonly path: readonly string[];
  /** Null where there is none. */
  readonly query: readonly string[] | null;
  readonly fragment: readonly string[] | null;
  /** The path before `:splat`, as plain text; null when the path holds no `:splat`. */
  readonly lead: string | null;
}

const splat = ":splat";

/** Takes a `to_url` apart; null when it names a host that no host can be, or one that depends on what was matched. */
export function parseTarget(toUrl: string): Target | null {
  const [written = ""] = /^https?:\/\/[^/?#\\]*/.exec(toUrl) ?? [];
  const origin = written === "" ? null : readOrigin(written);
  // To a browser this is the slash that ends the host; percent-encoded it would be a part of it.
  if (origin === "" || toUrl.startsWith("\\", written.length)) return null;
  const [beforeFragment, fragment] = cut(toUrl.slice(written.length), "#");
  const [path, query] = cut(beforeFragment, "?");
  return {
    origin,
    path: path.split(splat).map(encodeWritten),
    query: query === null ? null : query.split(splat).map(encodeWritten),
    fragment: fragment === null ? null : fragment.split(splat).map(encodeWritten),
    lead: path.includes(splat) ? plainText(path.slice(0, path.indexOf(splat))) : null,
  };
}

/** Scheme and host as a browser writes them; "" when it would refuse them. */
function readOrigin(written: string): string {
  if (written.includes(splat) || written.includes("@") || !URL.canParse(written)) return "";
  const { protocol, host } = new URL(written);
  return `${protocol}//${host}`;
}

function cut(text: string, mark: string): [before: string, after: string | null] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, null] : [text.slice(0, at), text.slice(at + 1)];
}

/** Percent-encodes what somebody wrote as an address: what is encoded already stays as it is. */
function encodeWritten(text: string): string {
  const pieces = text.toWellFormed().split(/(%[\da-f]{2})/i);
  return pieces.map((piece, index) => (index % 2 === 1 ? piece : encodeURI(piece))).join("");
}

/** Where a reader is sent. Everything is percent-encoded. */
export interface Destination {
  readonly origin: string | null;
  readonly path: string;
  readonly query: string | null;
  readonly fragment: string | null;
}

/** A target with what its wildcard matched, plain text, in the place of every `:splat`. */
export function fill(target: Target, matched: string): Destination {
  const inText = matched === "" ? "" : encodeURIComponent(matched.toWellFormed());
  return {
    origin: target.origin,
    path: target.path.join(encodePath(matched)),
    query: target.query?.join(inText) ?? null,
    fragment: target.fragment?.join(inText) ?? null,
  };
}

/**
 * The Location of a destination: a path on the same host, or a full address. `query` is the reader's, as sent with its `?`, and comes
 * before the redirect's own; nothing is lost or merged (spec/serving.md 10.5).
 */
export function formatLocation(to: Destination, query: string): string {
  const asked = query === "?" ? "" : query;
  const own = to.query ?? "";
  const joined = asked === "" ? own && `?${own}` : `${asked}${own && `&${own}`}`;
  return `${to.origin ?? ""}${to.path}${joined}${to.fragment === null ? "" : `#${to.fragment}`}`;
}

/** The plain text of a percent-encoded one; itself where that is not properly encoded. */
export const plainText = (text: string): string => decodePath(text) ?? text;
