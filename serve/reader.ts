import { LRUCache } from "lru-cache";
import { cookieValues, docsCookieName, verifySessionId } from "#lib/accounts/docs-sessions/rules.ts";
import type { DocsReader } from "#lib/accounts/docs-sessions/schema.ts";
import { clock } from "#lib/platform/clock.ts";
import { derivedKeys } from "#lib/platform/secrets/keys.ts";
import { docsHosts } from "#lib/publishing/queries.ts";
import { headerToken } from "#lib/sharing/rules/authorization.ts";
import { type BoundGrant, grantOfToken } from "#lib/sharing/rules/grants.ts";
import { prefixes, secretHashes, secretKey } from "#lib/sharing/rules/secrets.ts";
import { type Reader, type ShareGrant, stranger } from "#lib/sharing/rules.ts";
import { readShareSessions, shareCookieName, shareCookiePurpose } from "#lib/sharing/sessions/rules.ts";
import type { Directory, OpenedShare, Site } from "#serve/directory.ts";
import type { DocsRequest } from "#serve/request.ts";

/** More sessions of one name are not looked at: a neighbouring host can plant as many as it likes. */
const mostSessions = 3;

/** The sessions a Cookie header claims, genuine ones only; whether they last and whose they are is not looked at. */
export interface ClaimedSessions {
  /** Docs sessions of members. */
  readonly members: readonly string[];
  /** Sessions of shares, the newest first. */
  readonly shares: readonly string[];
}

/** By Cookie header. Only the signatures are remembered, never whether a session lasts. */
const verified = {
  https: new LRUCache<string, ClaimedSessions>({ max: 10_000 }),
  http: new LRUCache<string, ClaimedSessions>({ max: 10_000 }),
};

const nobody: ClaimedSessions = { members: [], shares: [] };

/** The scheme a host's addresses have: its own for a custom domain, else the platform's. It decides the name of the cookies. */
const schemeOfHost = ({ project }: Pick<Site, "project">, host: string): "http" | "https" => {
  const domain = project.domains.get(host);
  if (domain === undefined) return docsHosts.scheme;
  return domain.https ? "https" : "http";
};

/** Those of a Cookie header on a host of a scheme. */
export function claimedSessions(scheme: "http" | "https", cookie: string | undefined): ClaimedSessions {
  if (cookie === undefined) return nobody;
  // The names of the cookies for https contain these.
  if (!cookie.includes(docsCookieName(false)) && !cookie.includes(shareCookieName(false))) return nobody;
  const known = verified[scheme].get(cookie);
  if (known) return known;
  const isSecure = scheme === "https";
  const keys = derivedKeys("docs-session").map(({ key }) => key);
  const members = cookieValues(cookie, docsCookieName(isSecure))
    .map((value) => verifySessionId(value, keys))
    .filter((id) => id !== null)
    .slice(0, mostSessions);
  const shareKeys = derivedKeys(shareCookiePurpose).map(({ key }) => key);
  const claimed = { members, shares: readShareSessions(cookie, isSecure, shareKeys) };
  if (cookie.length <= 4096) verified[scheme].set(cookie, claimed);
  return claimed;
}

/**
 * Who is asking: a member with a docs session made for this very host, whoever opened shares here, whoever brings a header token.
 * Each credential is looked at anew with every request. Returns at once when all is known, else a promise.
 */
export function readerOf(
  directory: Directory,
  site: Site,
  host: string,
  request: DocsRequest,
): Reader | Promise<Reader> {
  const authorization = request.header("authorization");
  const claimed = claimedSessions(schemeOfHost(site, host), request.header("cookie"));
  const { members, shares } = claimed;
  const tokenGrant = authorization === undefined ? null : grantOfHeader(site, authorization);
  if (members.length === 0 && shares.length === 0) {
    return tokenGrant === null ? stranger : { userId: null, shareGrants: [tokenGrant] };
  }
  const found = findAll(directory, site, claimed);
  return found instanceof Promise
    ? found.then((all) => asReader(all, site, host, tokenGrant))
    : asReader(found, site, host, tokenGrant);
}

interface FoundSessions {
  readonly members: readonly (DocsReader | null)[];
  readonly opened: readonly OpenedShare[];
}

/** Looks all sessions up; at once when each of them is known. */
function findAll(
  directory: Directory,
  site: Site,
  { members, shares }: ClaimedSessions,
): FoundSessions | Promise<FoundSessions> {
  const readers = members.map((id) => directory.findReader(site, id));
  const opened = shares.map((id) => directory.findOpened(site, id));
  if (readers.every(isKnown) && opened.every(isKnown)) return { members: readers, opened };
  return Promise.all([Promise.all(readers), Promise.all(opened)]).then(([found, shown]) => ({
    members: found,
    opened: shown,
  }));
}

const isKnown = <T>(found: T | Promise<T>): found is T => !(found instanceof Promise);

function asReader(
  { members, opened }: FoundSessions,
  site: Site,
  host: string,
  tokenGrant: ShareGrant | null,
): Reader {
  const member = members.find(
    (reader) => reader !== null && reader.host === host && reader.projectId === site.project.id,
  );
  const shareGrants: ShareGrant[] = tokenGrant === null ? [] : [tokenGrant];
  for (const { host: made, granted } of opened) {
    if (made === host && lasts(granted)) shareGrants.push(granted.grant);
  }
  return member || shareGrants.length > 0 ? { userId: member?.userId ?? null, shareGrants } : stranger;
}

const lasts = (granted: BoundGrant | null): granted is BoundGrant =>
  granted !== null && clock.now().getTime() < granted.until;

/** What a header token opens here. Nothing is remembered of it. */
function grantOfHeader(site: Site, authorization: string): ShareGrant | null {
  const token = headerToken(authorization);
  if (!token?.startsWith(prefixes.header_token)) return null;
  // Header tokens are unique by themselves, whatever project they are for.
  const keys = secretHashes("header_token", site.project.id, token).map((hash) =>
    secretKey("header_token", hash),
  );
  const granted = grantOfToken(site.shares(), keys);
  return lasts(granted) ? granted.grant : null;
}
