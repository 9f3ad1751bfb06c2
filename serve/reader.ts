import { LRUCache } from "lru-cache";
import { cookieValues, docsCookieName, verifySessionId } from "#lib/accounts/docs-sessions/rules.ts";
import type { DocsReader } from "#lib/accounts/docs-sessions/schema.ts";
import { derivedKeys } from "#lib/platform/secrets/keys.ts";
import { docsHosts } from "#lib/publishing/queries.ts";
import { type Reader, stranger } from "#lib/sharing/rules.ts";
import type { Directory, Site } from "#serve/directory.ts";

/** More sessions of one name are not looked at: a neighbouring host can plant as many as it likes. */
const mostSessions = 3;

/** Session ids by Cookie header. Only the signature is remembered, never whether the session lasts. */
const verified = {
  https: new LRUCache<string, readonly string[]>({ max: 10_000 }),
  http: new LRUCache<string, readonly string[]>({ max: 10_000 }),
};

/** The scheme a host's addresses have: its own for a custom domain, else the platform's. It decides the name of the cookie. */
const schemeOfHost = ({ project }: Pick<Site, "project">, host: string): "http" | "https" => {
  const domain = project.domains.get(host);
  if (domain === undefined) return docsHosts.scheme;
  return domain.https ? "https" : "http";
};

/** The docs sessions a Cookie header claims, genuine ones only; whether they last and whose they are is not looked at. */
export function sessionIds(scheme: "http" | "https", cookie: string): readonly string[] {
  const known = verified[scheme].get(cookie);
  if (known) return known;
  const keys = derivedKeys("docs-session").map(({ key }) => key);
  const ids = cookieValues(cookie, docsCookieName(scheme === "https"))
    .map((value) => verifySessionId(value, keys))
    .filter((id) => id !== null)
    .slice(0, mostSessions);
  if (cookie.length <= 4096) verified[scheme].set(cookie, ids);
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
  if (cookie === undefined || !cookie.includes(docsCookieName(false))) return stranger;
  const ids = sessionIds(schemeOfHost(site, host), cookie);
  const first = ids[0];
  if (first === undefined) return stranger;
  if (ids.length > 1) return firstReader(directory, site, host, ids);
  const found = directory.findReader(site, first);
  return found instanceof Promise
    ? found.then((reader) => asReader(reader, site, host))
    : asReader(found, site, host);
}

async function firstReader(
  directory: Directory,
  site: Site,
  host: string,
  ids: readonly string[],
): Promise<Reader> {
  for (const id of ids) {
    const reader = asReader(await directory.findReader(site, id), site, host);
    if (reader.userId !== null) return reader;
  }
  return stranger;
}

function asReader(reader: DocsReader | null, site: Site, host: string): Reader {
  const isHere = reader !== null && reader.host === host && reader.projectId === site.project.id;
  return isHere ? { userId: reader.userId, shareGrants: [] } : stranger;
}
