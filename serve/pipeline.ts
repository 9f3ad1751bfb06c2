import { log } from "#lib/platform/log.ts";
import { docsHosts } from "#lib/publishing/queries.ts";
import { encodePath } from "#lib/publishing/rules/address.ts";
import { hostnameOf, parseHost, siteName } from "#lib/publishing/rules/host.ts";
import { atHost, type RedirectKind } from "#lib/publishing/rules/resolve.ts";
import { mayRead } from "#lib/sharing/rules.ts";
import { cacheHeaders } from "#serve/cache-policy.ts";
import { type Directory, isSiteUnread } from "#serve/directory.ts";
import { answerMissing, serveDocument } from "#serve/documents.ts";
import { serveDownload } from "#serve/downloads.ts";
import { hotFiles, hotKey } from "#serve/files.ts";
import { noteReading } from "#serve/noted.ts";
import { badRequestHtml, unavailableHtml, unknownHostHtml } from "#serve/pages/pages.ts";
import { serveProxiedApi } from "#serve/proxied-api.ts";
import { readerOf } from "#serve/reader.ts";
import { followAnyRedirect, followForcedRedirect } from "#serve/redirects.ts";
import { refuse } from "#serve/refusals.ts";
import { type Answer, type DocsRequest, type DocsTarget, parseTarget } from "#serve/request.ts";
import {
  fileAnswer,
  type Place,
  pageAnswer,
  placeHeaders,
  redirectAnswer,
  textAnswer,
  withHeaders,
} from "#serve/respond.ts";
import { serveRootFile, serveStaticFile } from "#serve/root-files.ts";
import { serveSharing } from "#serve/sharing.ts";
import { sharingPath, unindexed } from "#serve/sharing-prompt.ts";
import { signInOrOut, signOutPath } from "#serve/sign-in.ts";
import {
  hostOf,
  placeOfVisit,
  redirectTo,
  renew,
  type Visit,
  viewAt,
  type Wanted,
  wantedAt,
  wantsHttps,
} from "#serve/visit.ts";

type Step = (visit: Visit) => Answer | null | Promise<Answer | null>;

/**
 * The path of a request to a docs host, in order (spec/serving.md 5, 7, 9). Each step answers, or leaves the request to the
 * next.
 */
const steps: readonly Step[] = [
  toHttps,
  collapseSlashes,
  answerOptions,
  answerReserved,
  serveRootFile,
  followBuiltInRedirect,
  followForcedRedirect,
  refuseReader,
  serveFile,
  followAnyRedirect,
  reportMissing,
];

/** `/_/…` is ours on every docs host, whatever a project publishes there. */
const reserved: readonly Step[] = [
  serveSharing,
  signInOrOut,
  serveDownload,
  serveStaticFile,
  serveProxiedApi,
  reportReserved,
];

/** Answers any request to a docs host. Never rejects. */
export function answer(directory: Directory, request: DocsRequest): Answer | Promise<Answer> {
  try {
    return answerHot(directory, request) ?? answerFully(directory, request).catch(failed);
  } catch (error) {
    return failed(error);
  }
}

async function answerFully(directory: Directory, request: DocsRequest): Promise<Answer> {
  if (isHealthCheck(request.target)) return healthAnswer();
  if (!isAllowed(request)) return methodRefused();
  const target = parseTarget(request.target);
  if (target === null) return pageAnswer(400, badRequestHtml(), { policy: "never", place: nowhere(request) });
  let visit = await findVisit(directory, request, target);
  if (!("site" in visit)) return visit;
  if (!visit.certain && isPrivate(wantedAt(visit.at, target.path))) {
    const renewed = await renew(visit);
    if (renewed === null) return unknownHost(404, request);
    visit = renewed;
  }
  return firstAnswer(steps, visit);
}

/**
 * The same answer for a file served a moment ago, without going through every step: the same site, the same request line, and
 * who may read is decided anew.
 */
function answerHot(directory: Directory, request: DocsRequest): Answer | null {
  if (request.method !== "GET" && request.method !== "HEAD") return null;
  if (request.header("range") !== undefined) return null;
  const hot = hotFiles.get(hotKey(request));
  if (hot === undefined) return null;
  const reading = directory.find(hot.siteName);
  if (reading instanceof Promise || reading.site?.id !== hot.siteId) return null;
  if (hot.version.privacy === "private") {
    if (!reading.certain) return null;
    const reader = readerOf(directory, reading.site, hot.host, request);
    if (reader instanceof Promise) return null;
    if (!mayRead(reader, hot.project, hot.version, hot.filename, hot.isAside)) return null;
    noteReading(request, reader, hot, hot.kind);
  }
  return fileAnswer(request, hot.file);
}

/** The project whose host was asked, or the answer when there is none. */
async function findVisit(
  directory: Directory,
  request: DocsRequest,
  target: DocsTarget,
): Promise<Visit | Answer> {
  const named = parseHost(request.host, docsHosts);
  if (named.kind === "suspicious") return unknownHost(400, request);
  const name = siteName(named);
  if (name === null) return unknownHost(404, request);
  const { site, certain } = await directory.find(name);
  const at = site && atHost(named, site.project);
  if (site === null || at === null) return unknownHost(404, request);
  return { request, target, directory, site, certain, at, view: viewAt(at, target.path) };
}

function toHttps(visit: Visit): Answer | null {
  const { request, target, at } = visit;
  if (request.scheme !== "http" || !wantsHttps(at)) return null;
  return sendElsewhere(
    visit,
    `https://${hostOf(at)}${encodePath(target.path)}${target.query}`,
    "http_to_https",
  );
}

function collapseSlashes(visit: Visit): Answer | null {
  const { path, query } = visit.target;
  if (!path.includes("//")) return null;
  return sendElsewhere(visit, `${encodePath(path.replace(/\/{2,}/g, "/"))}${query}`, "slash_collapse");
}

/** The same for everybody, and kept for a while, unless the address is a secret. */
function sendElsewhere(visit: Visit, location: string, reason: RedirectKind): Answer {
  const isSecret = visit.target.path.replace(/\/{2,}/g, "/").startsWith(sharingPath);
  const place = placeOfVisit(visit, isSecret ? null : visit.at.project, null);
  const answer = redirectAnswer(location, { reason, policy: isSecret ? "never" : "redirect", place });
  return isSecret ? { ...answer, headers: withHeaders(answer.headers, unindexed) } : answer;
}

/** What is ours on a docs host is for the host's own pages. */
function answerOptions(visit: Visit): Answer | null {
  if (visit.request.method !== "OPTIONS") return null;
  const place = placeOfVisit(visit, visit.at.project, null);
  const isForScripts = !isReserved(visit.target.path);
  const headers = ["Allow", "GET, HEAD, OPTIONS", ...placeHeaders(place, { isForScripts })];
  return { status: 204, headers, body: null };
}

const isReserved = (path: string): boolean => path === "/_" || path.startsWith("/_/");

async function answerReserved(visit: Visit): Promise<Answer | null> {
  return isReserved(visit.target.path) ? firstAnswer(reserved, visit) : null;
}

/** Never in shared caches: a download may be missing of any project that is read on this host. */
function reportReserved(visit: Visit): Promise<Answer> {
  const missing = { kind: "missing", subject: "page", version: null, versionSlug: null } as const;
  const view = { ...missing, project: visit.at.project, filename: visit.target.path };
  return answerMissing(visit, view, { policy: "private" });
}

async function firstAnswer(tried: readonly Step[], visit: Visit): Promise<Answer> {
  for (const step of tried) {
    const result = await step(visit);
    if (result !== null) return result;
  }
  throw new Error("No step answered.");
}

const isPrivate = (wanted: Wanted): boolean =>
  (wanted.kind === "page" || wanted.kind === "download") && wanted.version.privacy === "private";

function followBuiltInRedirect(visit: Visit): Answer | null {
  const { view } = visit;
  return view.kind === "redirect" ? redirectTo(visit, view) : null;
}

function refuseReader(visit: Visit): Promise<Answer | null> | null {
  const { view } = visit;
  return view.kind === "page" ? refuse(visit, view) : null;
}

function serveFile(visit: Visit): Promise<Answer | null> | null {
  const { view } = visit;
  return view.kind === "page" ? serveDocument(visit, view) : null;
}

function reportMissing(visit: Visit): Promise<Answer> | null {
  const { view } = visit;
  return view.kind === "redirect" ? null : answerMissing(visit, view);
}

const healthCheckPath = "/_/health_check/";

/** Whether a request asks if this process answers; some of those who ask put a query behind, against caches. */
export const isHealthCheck = (target: string): boolean =>
  target === healthCheckPath || target.startsWith(`${healthCheckPath}?`);

/** Says that this process answers, on any host. */
export function healthAnswer(): Answer {
  return textAnswer(200, "application/json", '{"status":"ok"}', bare);
}

/** Headers of an answer that is about no place. */
export const bare = ["X-Content-Type-Options", "nosniff", ...cacheHeaders("never")];

const isAllowed = ({ method, target }: DocsRequest): boolean =>
  ["GET", "HEAD", "OPTIONS"].includes(method) ||
  (method === "POST" && (target === signOutPath || target.startsWith(sharingPath)));

function methodRefused(): Answer {
  // What was being sent is not read, so the connection cannot be used again.
  const refusal = ["Allow", "GET, HEAD, OPTIONS", "Content-Length", "0", "Connection", "close"];
  return { status: 405, headers: [...refusal, ...bare], body: null };
}

const nowhere = (request: DocsRequest): Place => ({
  hostname: hostnameOf(request.host) ?? "unknown",
  project: null,
  versionSlug: null,
  domain: null,
  isPreview: false,
  isHttps: false,
});

function unknownHost(status: 400 | 404, request: DocsRequest): Answer {
  const place = nowhere(request);
  return pageAnswer(status, unknownHostHtml(place.hostname), { policy: "never", place });
}

/** Something is out of order on our side: the database, the store, or the code. */
function failed(error: unknown): Answer {
  if (!isSiteUnread(error)) log.error({ err: error }, "docs request failed");
  const page = "text/html; charset=utf-8";
  return textAnswer(503, page, unavailableHtml(), ["Retry-After", "5", ...bare]);
}
