import { LRUCache } from "lru-cache";
import { cookieValues, docsCookieName, verifySessionId } from "#lib/accounts/docs-sessions/rules.ts";
import { clock } from "#lib/platform/clock.ts";
import { derivedKeys } from "#lib/platform/secrets/keys.ts";
import { docsHosts } from "#lib/publishing/queries.ts";
import { headerToken } from "#lib/sharing/rules/authorization.ts";
import { type BoundGrant, grantOfToken } from "#lib/sharing/rules/grants.ts";
import { prefixes, secretKey } from "#lib/sharing/rules/secrets.ts";
import { type Reader, type ShareGrant, stranger } from "#lib/sharing/rules.ts";
import { secretHashes } from "#lib/sharing/secrets/queries.ts";
import { readShareSessions, shareCookieName, shareCookiePurpose } from "#lib/sharing/sessions/rules.ts";
import type { Directory, KnownReader, Site } from "#serve/directory.ts";
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

const nobody: ClaimedSessions = { members: [], shares: [] };

/** The scheme a host's addresses have: its own for a custom domain, else the platform's. It decides the name of the cookies. */
const schemeOfHost = ({ project }: Pick<Site, "project">, host: string): "http" | "https" => {
  const domain = project.domains.get(host);
  if (domain === undefined) return docsHosts.scheme;
  return domain.https ? "https" : "http";
};

/** Those of a Cookie header on a host of a scheme. */
export function claimedSessions(scheme: "http" | "https", cookie: string | undefined): ClaimedSessions {
  if (cookie === undefined || !mayClaim(cookie)) return nobody;
  const isSecure = scheme === "https";
  const keys = derivedKeys("docs-session").map(({ key }) => key);
  const members = cookieValues(cookie, docsCookieName(isSecure))
    .map((value) => verifySessionId(value, keys))
    .filter((id) => id !== null)
    .slice(0, mostSessions);
  const shareKeys = derivedKeys(shareCookiePurpose).map(({ key }) => key);
  return { members, shares: readShareSessions(cookie, isSecure, shareKeys) };
}

/** The names of the cookies for https contain the others. */
const mayClaim = (cookie: string): boolean =>
  cookie.includes(docsCookieName(false)) || cookie.includes(shareCookieName(false));

/**
 * Who is asking: a member with a docs session made for this very host, whoever opened shares here, whoever brings a header token.
 * Each credential counts as long as the site says so, at this moment. Returns at once when all is known, else a promise.
 */
export function readerOf(
  directory: Directory,
  site: Site,
  host: string,
  request: DocsRequest,
): Reader | Promise<Reader> {
  const authorization = request.header("authorization");
  const found = readerByCookie(directory, site, host, request.header("cookie"));
  const tokenGrant = authorization === undefined ? null : grantOfHeader(site, authorization);
  if (tokenGrant === null) return found;
  return found instanceof Promise
    ? found.then((reader) => withGrant(reader, tokenGrant))
    : withGrant(found, tokenGrant);
}

const withGrant = ({ userId, shareGrants }: Reader, grant: ShareGrant): Reader => ({
  userId,
  shareGrants: [...shareGrants, grant],
});

function readerByCookie(
  directory: Directory,
  site: Site,
  host: string,
  cookie: string | undefined,
): Reader | Promise<Reader> {
  if (cookie === undefined || !mayClaim(cookie)) return stranger;
  const known = site.known.get(host)?.get(cookie);
  if (known !== undefined && clock.now().getTime() < known.until) return known.reader;
  const claimed = claimedSessions(schemeOfHost(site, host), cookie);
  const { members, shares } = claimed;
  if (members.length === 0 && shares.length === 0) return stranger;
  return findReader(directory, site, host, claimed).then((found) => {
    if (cookie.length <= 4096 && found.reader !== stranger) remember(site, host, cookie, found);
    return found.reader;
  });
}

function remember(site: Site, host: string, cookie: string, known: KnownReader): void {
  const ofHost = site.known.get(host) ?? new LRUCache({ maxSize: mostKnown, sizeCalculation: sizeOfKnown });
  ofHost.set(cookie, known);
  site.known.set(host, ofHost);
}

/** What the readers remembered of one host may take, in bytes. */
const mostKnown = 2 * 1024 * 1024;
const sizeOfKnown = (_: KnownReader, cookie: string): number => cookie.length + 256;

/** Looks up whatever sessions are claimed. Who they make somebody lasts until the first of them ends. */
async function findReader(
  directory: Directory,
  site: Site,
  host: string,
  { members, shares }: ClaimedSessions,
): Promise<KnownReader> {
  const [readers, opened] = await Promise.all([
    Promise.all(members.map((id) => directory.findReader(site, id))),
    Promise.all(shares.map((id) => directory.findOpened(site, id))),
  ]);
  const now = clock.now().getTime();
  const member = readers.find((found) => found?.host === host && found.projectId === site.project.id);
  const held = opened.flatMap(({ host: made, granted }) =>
    granted !== null && made === host && now < granted.until ? [granted] : [],
  );
  if (!member && held.length === 0) return { reader: stranger, until: now };
  const ends = held.map(({ until }) => until);
  return {
    reader: { userId: member?.userId ?? null, shareGrants: held.map(({ grant }) => grant) },
    until: Math.min(member?.expiresAt.getTime() ?? Number.POSITIVE_INFINITY, ...ends),
  };
}

/** What a header token opens here, at this moment. */
function grantOfHeader(site: Site, authorization: string): ShareGrant | null {
  const granted = site.tokens.get(authorization) ?? lookUpToken(site, authorization);
  return granted !== null && clock.now().getTime() < granted.until ? granted.grant : null;
}

/** Longer headers are looked up each time: a token can be written in any number of ways, with thousands of spaces. */
const mostRemembered = 256;

/** Hashing a token takes longer than all the rest of answering from memory. */
function lookUpToken(site: Site, authorization: string): BoundGrant | null {
  const token = headerToken(authorization);
  if (!token?.startsWith(prefixes.header_token)) return null;
  // Header tokens are unique by themselves, whatever project they are for.
  const keys = secretHashes("header_token", site.project.id, token).map((hash) =>
    secretKey("header_token", hash),
  );
  const granted = grantOfToken(site.shares(), keys);
  if (granted !== null && authorization.length <= mostRemembered) site.tokens.set(authorization, granted);
  return granted;
}
