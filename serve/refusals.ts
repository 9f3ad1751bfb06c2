import { clock } from "#lib/platform/clock.ts";
import { derivedKey } from "#lib/platform/secrets/keys.ts";
import { findManifest } from "#lib/publishing/queries.ts";
import { encodePath, formatDocsPath } from "#lib/publishing/rules/address.ts";
import { locate } from "#lib/publishing/rules/locate.ts";
import type { View } from "#lib/publishing/rules/resolve.ts";
import type { DocsProject, DocsVersion } from "#lib/publishing/schema.ts";
import { afterUnknownSecret, beforeSecretTry } from "#lib/sharing/attempts/commands.ts";
import { isAside } from "#lib/sharing/rules/asides.ts";
import { headerToken } from "#lib/sharing/rules/authorization.ts";
import { reaches, sharesByPassword } from "#lib/sharing/rules/grants.ts";
import { mayRead, type Reader, type ShareGrant } from "#lib/sharing/rules.ts";
import type { DocsShare } from "#lib/sharing/schema.ts";
import { findRevivable } from "#lib/sharing/sessions/queries.ts";
import {
  forgottenShareCookie,
  shareCookie,
  shareCookiePurpose,
  signShareSessions,
} from "#lib/sharing/sessions/rules.ts";
import { orderVersions } from "#lib/versions/rules/order.ts";
import { cacheHeaders } from "#serve/cache-policy.ts";
import { noteRefusal } from "#serve/noted.ts";
import type { WayOn } from "#serve/pages/pages.ts";
import { logInNeededHtml, noAccessHtml, notInShareHtml } from "#serve/pages/sharing/refusals.ts";
import { claimedSessions } from "#serve/reader.ts";
import type { Answer } from "#serve/request.ts";
import { placeHeaders, textAnswer, withHeaders } from "#serve/respond.ts";
import {
  isFramed,
  languageHere,
  logInAddress,
  promptAnswer,
  recipientsPage,
  sharingPath,
} from "#serve/sharing-prompt.ts";
import { placeOfVisit, type Visit, visitor, wantsHttps } from "#serve/visit.ts";

type PageView = Extract<View, { kind: "page" }>;

/** As many places are named to somebody whose share reaches another one. */
const mostWays = 10;

/** Step 12 of the docs view: the answer for somebody who may not read the page, or null. */
export async function refuse(visit: Visit, page: PageView): Promise<Answer | null> {
  if (page.version.privacy === "public") return null;
  const reader = await visitor(visit);
  const { project, version, filename } = page;
  if (mayRead(reader, project, version, filename)) return null;
  const aside = grantsOf(reader, project).length > 0 && (await namesAside(page));
  return aside && mayRead(reader, project, version, filename, true)
    ? null
    : unauthorized(visit, page, reader);
}

const grantsOf = ({ shareGrants }: Reader, { id }: DocsProject): ShareGrant[] =>
  shareGrants.filter(({ projectId }) => projectId === id);

async function namesAside({ project, version, filename }: PageView): Promise<boolean> {
  const files = await findManifest(project, version);
  const located = files && locate(filename, (path) => files.has(path));
  return files !== null && located?.kind === "file" && isAside(files, located.path);
}

/** The answer to somebody who may not read a page (spec/serving.md 13). It does not say whether the page exists. */
async function unauthorized(visit: Visit, page: PageView, reader: Reader): Promise<Answer> {
  const { request } = visit;
  const [grant] = grantsOf(reader, page.project);
  if (grant !== undefined) noteRefusal(request, grant);
  const authorization = request.header("authorization");
  if (authorization !== undefined) return tokenRefused(visit, authorization, reader);
  if (!(request.header("accept") ?? "").includes("text/html")) {
    return { status: 401, headers: ["Content-Length", "0", ...refusalHeaders(visit)], body: null };
  }
  return explain(visit, page, reader);
}

const challenge = ["WWW-Authenticate", 'Token realm="docs"'] as const;

function refusalHeaders(visit: Visit): string[] {
  const place = placeOfVisit(visit, null, null);
  return [
    ...cacheHeaders("never"),
    ...withHeaders(placeHeaders(place), [...challenge, "X-Robots-Tag", "noindex"]),
  ];
}

/** Scripts get one line, and browsers nothing that would open a dialog of theirs. Guessing tokens is slowed down. */
async function tokenRefused(visit: Visit, authorization: string, reader: Reader): Promise<Answer> {
  const { address } = visit.request;
  const headers = refusalHeaders(visit);
  const isKnown = reader.shareGrants.some(({ sessionId }) => sessionId === null);
  if (!isKnown && headerToken(authorization) !== null) {
    const wait = await beforeSecretTry({ address });
    if (wait !== null) {
      const slower = ["Retry-After", String(wait), ...headers];
      return textAnswer(429, plain, "Too many tries. Wait a little, then try again.\n", slower);
    }
    await afterUnknownSecret({ address });
  }
  return textAnswer(401, plain, "This token gives no access to this page.\n", headers);
}

const plain = "text/plain; charset=utf-8";

/** What a person is told, and what they can do about it. */
async function explain(visit: Visit, page: PageView, reader: Reader): Promise<Answer> {
  const { target } = visit;
  const next = encodePath(target.path) + target.query;
  const endedOnes = endedSessions(visit, reader);
  const ended = endedOnes.length > 0;
  const forget = await withoutSessions(visit, endedOnes);
  const extra = [...challenge, ...forget];
  const grants = grantsOf(reader, page.project);
  const held = new Set(grants.map(({ shareId }) => shareId));
  const shares = sharesByPassword(page.project, page.version, clock.now().getTime());
  if (shares.some(({ id }) => !held.has(id))) {
    return promptAnswer(visit, { action: sharingPath, next, ended, extra: forget });
  }
  const { hostname: host } = placeOfVisit(visit, null, null);
  const about = {
    language: languageHere(visit),
    host,
    logIn: logInAddress(visit, next),
    isFramed: isFramed(visit),
  };
  if (grants.length > 0) {
    const known = sharesOf(grants, page.project);
    const missing = known.some(({ scope }) => reaches(scope, page.version)) ? "page" : "version";
    const covered = placesIn(page.project, known);
    return recipientsPage(visit, 401, notInShareHtml({ ...about, covered, missing }), extra);
  }
  const text = reader.userId === null ? logInNeededHtml({ ...about, ended }) : noAccessHtml(about);
  return recipientsPage(visit, 401, text, extra);
}

const sharesOf = (grants: readonly ShareGrant[], { shares }: DocsProject): DocsShare[] =>
  grants.map(({ shareId }) => shares.get(shareId)).filter((share) => share !== undefined);

/** Where shares lead, the highest versions first. Who holds a share may know that. */
function placesIn(project: DocsProject, shares: readonly DocsShare[]): WayOn[] {
  const published = [...project.versions.values()].filter(
    ({ hidden, buildId }) => !hidden && buildId !== null,
  );
  const ways = orderVersions(
    published.map((version) => ({ ...version, verboseName: version.slug })),
    { versionSort: "semver", versionSortPattern: null, pinnedFirst: true },
  ).flatMap((version) =>
    shares
      .filter(({ scope }) => reaches(scope, version))
      .flatMap(({ scope }) => startsIn(project, version, scope)),
  );
  return [...new Map(ways.map((way) => [way.address, way])).values()].slice(0, mostWays);
}

function startsIn(
  project: DocsProject,
  { slug }: DocsVersion,
  { pathPrefixes }: DocsShare["scope"],
): WayOn[] {
  const address = (filename: string): string =>
    encodePath(formatDocsPath(project, { version: slug, filename }));
  if (pathPrefixes.length === 0) return [{ address: address(""), label: slug }];
  return pathPrefixes.map((prefix) => ({ address: address(prefix), label: `${slug} ${prefix}` }));
}

/** Those sessions of shares a browser brings that do not count here, or not any more. */
function endedSessions(visit: Visit, { shareGrants }: Reader): string[] {
  const going = new Set(shareGrants.map(({ sessionId }) => sessionId));
  return sessionsClaimed(visit).filter((id) => !going.has(id));
}

const sessionsClaimed = ({ at, request }: Visit): readonly string[] =>
  claimedSessions(wantsHttps(at) ? "https" : "http", request.header("cookie")).shares;

/** The Set-Cookie header that takes them away, which a browser would otherwise bring until it is closed; nothing if none is gone for good. */
async function withoutSessions(visit: Visit, ended: readonly string[]): Promise<string[]> {
  const revivable = ended.length === 0 ? new Set() : await findRevivable(ended);
  const gone = new Set(ended.filter((id) => !revivable.has(id)));
  if (gone.size === 0) return [];
  const secure = wantsHttps(visit.at);
  const left = sessionsClaimed(visit).filter((id) => !gone.has(id));
  const key = derivedKey(shareCookiePurpose);
  const cookie =
    left.length === 0 ? forgottenShareCookie(secure) : shareCookie(signShareSessions(left, key), secure);
  return ["Set-Cookie", cookie];
}
