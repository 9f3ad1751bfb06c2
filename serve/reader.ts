import { LRUCache } from "lru-cache";
import { cookieValues, docsCookieName, verifySessionId } from "#lib/accounts/docs-sessions/rules.ts";
import { derivedKeys } from "#lib/platform/secrets/keys.ts";
import { docsHosts } from "#lib/publishing/queries.ts";
import { type Reader, stranger } from "#lib/sharing/rules.ts";
import type { Directory, Site } from "#serve/directory.ts";

const cookieName = docsCookieName(docsHosts.scheme === "https");

/** Session ids by Cookie header. Only the signature is remembered, never whether the session lasts. */
const verified = new LRUCache<string, readonly string[]>({ max: 10_000 });

function sessionIds(cookie: string): readonly string[] {
  const known = verified.get(cookie);
  if (known) return known;
  const keys = derivedKeys("docs-session").map(({ key }) => key);
  const ids = cookieValues(cookie, cookieName)
    .map((value) => verifySessionId(value, keys))
    .filter((id) => id !== null)
    .slice(0, 3);
  if (cookie.length <= 4096) verified.set(cookie, ids);
  return ids;
}

/**
 * Who is asking, by the cookies of the request: a member with a docs session made for this very host. Returns at once when all
 * is known, else a promise.
 */
export function readerOf(
  directory: Directory,
  site: Site,
  host: string,
  cookie: string | undefined,
): Reader | Promise<Reader> {
  if (cookie === undefined || !cookie.includes(cookieName)) return stranger;
  const ids = sessionIds(cookie);
  const first = ids[0];
  if (first === undefined) return stranger;
  if (ids.length > 1) return firstReader(directory, site, host, ids);
  const found = directory.findReader(site, first);
  return found instanceof Promise ? found.then((reader) => asReader(reader, host)) : asReader(found, host);
}

async function firstReader(
  directory: Directory,
  site: Site,
  host: string,
  ids: readonly string[],
): Promise<Reader> {
  for (const id of ids) {
    const reader = asReader(await directory.findReader(site, id), host);
    if (reader.userId !== null) return reader;
  }
  return stranger;
}

function asReader(reader: { userId: number; host: string } | null, host: string): Reader {
  return reader === null || reader.host !== host ? stranger : { userId: reader.userId, shareGrants: [] };
}
