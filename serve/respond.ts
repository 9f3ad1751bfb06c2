import fresh from "fresh";
import { escapeHtml } from "#lib/platform/html/escape.ts";
import { type ByteRange, storage } from "#lib/platform/storage/storage.ts";
import { encodePath } from "#lib/publishing/rules/address.ts";
import { projectTag, versionTag } from "#lib/publishing/rules/cache-tags.ts";
import { blobKey, type ManifestFile } from "#lib/publishing/rules/manifest.ts";
import type { RedirectKind } from "#lib/publishing/rules/resolve.ts";
import type { DocsDomain, DocsVersion } from "#lib/publishing/schema.ts";
import { type CachePolicy, cacheHeaders } from "#serve/cache-policy.ts";
import { acceptedEncodings, type Encoding, parseRange } from "#serve/negotiate.ts";
import { pagePolicy } from "#serve/pages/page.ts";
import type { Answer, DocsRequest } from "#serve/request.ts";
import type { Wire } from "#serve/wire.ts";

/** Files up to this size are answered from memory, larger ones are streamed; in bytes. */
const heldInMemory = 1024 * 1024;

/** What diagnostics and other headers of one docs-host answer depend on. */
export interface Place {
  /** As in the Host header, without port. */
  readonly hostname: string;
  readonly project: { readonly slug: string; readonly noindex: boolean } | null;
  readonly versionSlug: string | null;
  /** The project's own domain, when that is the host. */
  readonly domain: DocsDomain | null;
  readonly isPreview: boolean;
  readonly isHttps: boolean;
}

/**
 * Headers of every answer about a place on a docs host (spec/serving.md 11). Scripts of other sites may read what belongs to a
 * version, unless told otherwise. The owner of a domain may choose otherwise too.
 */
export function placeHeaders(place: Place, options: { readonly isForScripts?: boolean } = {}): string[] {
  const { project, versionSlug, isPreview } = place;
  const headers = ["X-Docs-Domain", place.hostname, "X-Content-Type-Options", "nosniff"];
  headers.push("Referrer-Policy", project === null ? "no-referrer" : "no-referrer-when-downgrade");
  const security = strictTransport(place);
  if (security !== null) headers.push("Strict-Transport-Security", security);
  if (isPreview || project?.noindex) headers.push("X-Robots-Tag", "noindex");
  if (project !== null)
    headers.push("X-Docs-Project", project.slug, "X-Docs-Project-Method", methodOf(place));
  if (project !== null && versionSlug !== null) {
    headers.push("X-Docs-Version", versionSlug, "X-Docs-Version-Method", isPreview ? "domain" : "path");
  }
  if (options.isForScripts ?? (project !== null && versionSlug !== null)) headers.push(...openToScripts);
  return withHeaders(headers, chosenHeaders(place));
}

/** Scripts of any site may read documentation, never with somebody's cookies. */
const openToScripts: readonly string[] = [
  "Access-Control-Allow-Origin",
  "*",
  "Access-Control-Allow-Methods",
  "HEAD, OPTIONS, GET",
];

/**
 * Docs hosts are neighbours, so browsers send a reader's cookies with what another project's page loads from here as a script, which
 * then could read it.
 */
const forItsOwnPages: readonly string[] = ["Cross-Origin-Resource-Policy", "same-origin"];

function methodOf({ isPreview, domain }: Place): string {
  if (isPreview) return "external_domain";
  return domain === null ? "public_domain" : "custom_domain";
}

function strictTransport({ isHttps, isPreview, domain }: Place): string | null {
  if (!isHttps || isPreview) return null;
  if (domain === null) return "max-age=31536000; includeSubDomains; preload";
  const { seconds, subdomains, preload } = domain.hsts;
  if (seconds === 0) return null;
  return `max-age=${seconds}${subdomains ? "; includeSubDomains" : ""}${preload ? "; preload" : ""}`;
}

/** What the owner of a domain wants sent there. Addresses of pages that are ours stay out of the Referer all the same. */
function chosenHeaders({ domain, isHttps, project }: Place): string[] {
  if (domain === null) return [];
  const sent = domain.headers.filter(
    ({ name, secureOnly }) =>
      (isHttps || !secureOnly) && (project !== null || name.toLowerCase() !== "referrer-policy"),
  );
  return sent.flatMap(({ name, value }) => [name, value]);
}

/** Headers with others instead of those of the same name, whatever its case, or added to them. Both alternate names and values. */
export function withHeaders(headers: readonly string[], others: readonly string[]): string[] {
  if (others.length === 0) return [...headers];
  const names = new Set(others.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()));
  const kept = headers.filter((_, index) => !names.has(headers[index - (index % 2)]?.toLowerCase() ?? ""));
  return [...kept, ...others];
}

/** Tags a shared cache can be purged by. */
export const tagsOf = ({ project, versionSlug }: Place): string[] =>
  project === null
    ? []
    : [projectTag(project.slug), ...(versionSlug === null ? [] : [versionTag(project.slug, versionSlug)])];

/** A file in one encoding, ready to be sent again and again. */
export interface Representation {
  readonly etag: string;
  readonly lastModified: string;
  readonly size: number;
  readonly headers: string[];
  readonly notModified: string[];
  readonly key: string;
  /** Null when it is too large to be held. */
  readonly body: Buffer | null;
}

/** Reads a file of a build in one encoding. Throws not-found when the store has lost it. */
export async function represent(order: {
  readonly projectId: number;
  readonly version: Pick<DocsVersion, "buildId" | "publishedAt">;
  readonly file: ManifestFile;
  readonly encoding: Encoding;
  readonly policy: CachePolicy;
  readonly place: Place;
  /** By default those of the place. */
  readonly tags?: readonly string[];
  readonly isForScripts?: boolean;
  /** As asked for, below the version. */
  readonly filename: string;
  /** In the store's terms, for people who look for it. */
  readonly path: string;
}): Promise<Representation> {
  const { file, encoding, place, version } = order;
  const key = blobKey(order.projectId, file.hash, encoding);
  const size = encoding === "identity" ? file.size : file[encoding];
  const body = size <= heldInMemory ? await storage.get(key) : null;
  const etag = `"${file.hash.slice(0, 32)}${encoding === "identity" ? "" : `-${encoding}`}"`;
  const lastModified = (version.publishedAt ?? new Date(0)).toUTCString();
  const common = [
    "ETag",
    etag,
    "Last-Modified",
    lastModified,
    ...cacheHeaders(order.policy, {
      tags: order.tags ?? tagsOf(place),
      varies: file.br > 0 || file.gzip > 0,
      isPreview: place.isPreview,
    }),
    ...placeHeaders(place, order),
    ...(order.policy === "private" ? forItsOwnPages : []),
    "X-Docs-Build",
    String(version.buildId),
    "X-Docs-Path",
    encodePath(order.path),
    "X-Docs-Resolver-Filename",
    escapeHtml(encodePath(order.filename)),
  ];
  const headers = [
    "Content-Type",
    file.type,
    "Content-Length",
    String(size),
    "Accept-Ranges",
    "bytes",
    ...common,
  ];
  if (encoding !== "identity") headers.push("Content-Encoding", encoding);
  return { etag, lastModified, size, headers, notModified: common, key, body };
}

/** Whether the reader's copy is still good. */
export function isNotModified(
  request: DocsRequest,
  file: Pick<Representation, "etag" | "lastModified">,
): boolean {
  const noneMatch = request.header("if-none-match");
  const modifiedSince = request.header("if-modified-since");
  if (noneMatch === undefined && modifiedSince === undefined) return false;
  const conditions = {
    ...(noneMatch === undefined ? {} : { "if-none-match": noneMatch }),
    ...(modifiedSince === undefined ? {} : { "if-modified-since": modifiedSince }),
  };
  return fresh(conditions, { etag: file.etag, "last-modified": file.lastModified });
}

/** A file as asked for: whole, in part, or not at all because the reader has it. `wire` goes with the whole file. */
export function fileAnswer(request: DocsRequest, file: Representation & { readonly wire?: Wire }): Answer {
  if (isNotModified(request, file)) return { status: 304, headers: file.notModified, body: null };
  const range = request.method === "GET" ? wantedRange(request, file) : null;
  if (range === null) {
    const { headers, wire, body } = file;
    return { status: 200, headers, wire, body: body ?? { key: file.key } };
  }
  if (range === "unsatisfiable") {
    const headers = ["Content-Range", `bytes */${file.size}`, "Content-Length", "0", ...file.notModified];
    return { status: 416, headers, body: null };
  }
  const headers = replaceHeader(file.headers, "Content-Length", String(range.end - range.start + 1));
  headers.push("Content-Range", `bytes ${range.start}-${range.end}/${file.size}`);
  const body = file.body?.subarray(range.start, range.end + 1) ?? { key: file.key, range };
  return { status: 206, headers, body };
}

function wantedRange(request: DocsRequest, file: Representation): ByteRange | "unsatisfiable" | null {
  const header = request.header("range");
  if (header === undefined) return null;
  const condition = request.header("if-range");
  if (condition !== undefined && condition !== file.etag && condition !== file.lastModified) return null;
  return parseRange(header, file.size);
}

function replaceHeader(headers: readonly string[], name: string, value: string): string[] {
  const copy = [...headers];
  for (let i = 0; i < copy.length; i += 2) if (copy[i] === name) copy[i + 1] = value;
  return copy;
}

/** The encoding a file is sent in. A part of a file is always a part of the plain one. */
export function chooseEncoding(request: DocsRequest, file: ManifestFile): Encoding {
  if (request.header("range") !== undefined) return "identity";
  const has = (encoding: Encoding): boolean => encoding === "identity" || file[encoding] > 0;
  return acceptedEncodings(request.header("accept-encoding")).find(has) ?? "identity";
}

/** A page of ours for people. What it may load is for us to say, on every domain. */
export function pageAnswer(
  status: number,
  text: string,
  more: { policy: CachePolicy; place: Place; tags?: readonly string[]; extra?: readonly string[] },
): Answer {
  const { place } = more;
  const own = ["Content-Security-Policy", pagePolicy, ...(more.extra ?? [])];
  const tags = more.tags ?? tagsOf(place);
  return textAnswer(status, "text/html; charset=utf-8", text, [
    ...cacheHeaders(more.policy, { tags, isPreview: place.isPreview }),
    ...withHeaders(placeHeaders(place), own),
  ]);
}

/** A short text made for the request. */
export function textAnswer(status: number, type: string, text: string, headers: readonly string[]): Answer {
  const body = Buffer.from(text);
  return {
    status,
    headers: ["Content-Type", type, "Content-Length", String(body.length), ...headers],
    body,
  };
}

/** A redirect; `location` is a path on the same host or a full address, percent-encoded. */
export function redirectAnswer(
  location: string,
  more: { reason: RedirectKind | "user"; policy: CachePolicy; place: Place; status?: 301 | 302 },
): Answer {
  const { place, status = 302 } = more;
  const policy = more.policy === "redirect" && status === 301 ? "permanent_redirect" : more.policy;
  const headers = [
    "Location",
    location,
    "Content-Length",
    "0",
    ...cacheHeaders(policy, { tags: tagsOf(place), isPreview: place.isPreview }),
    ...placeHeaders(place),
    "X-Docs-Redirect",
    more.reason,
  ];
  return { status, headers, body: null };
}
