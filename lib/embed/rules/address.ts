/** Hosts whose pages may be embedded besides our own (spec/api-v3.md 4.13); operators add theirs. */
const wellKnown = ["docs.python.org", "docs.scipy.org", "docs.sympy.org", "numpy.org"];

/** An address to embed, taken apart. */
export interface PageAddress {
  /** With the port, if it is not the scheme's own. */
  readonly host: string;
  /** As written; empty if there is none. */
  readonly fragment: string;
  /** The page itself: without query and fragment. */
  readonly page: string;
}

/** Null for what has no scheme or no host. */
export function readPageAddress(address: string): PageAddress | null {
  // The URL parser would mend an empty host by taking the first path segment for it.
  const url = /^[a-z][a-z0-9+.-]*:\/\/[^/\\?#]/i.test(address) ? URL.parse(address) : null;
  if (url === null || url.host === "") return null;
  const mark = address.indexOf("#");
  const { host } = url;
  url.search = "";
  url.hash = "";
  return { host, fragment: mark === -1 ? "" : address.slice(mark + 1), page: url.href };
}

/** Whether pages of a host may be fetched from elsewhere: only hosts known by their whole name. */
export const isAllowedHost = (host: string, added: readonly string[]): boolean =>
  wellKnown.includes(host) || added.some((known) => known.toLowerCase() === host);
