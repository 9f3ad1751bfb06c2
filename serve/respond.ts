import fresh from "fresh";
import { escapeHtml } from "#lib/platform/html/escape.ts";
import { type ByteRange, storage } from "#lib/platform/storage/storage.ts";
import { encodePath } from "#lib/publishing/rules/address.ts";
import { blobKey, type ManifestFile } from "#lib/publishing/rules/manifest.ts";
import type { RedirectKind } from "#lib/publishing/rules/resolve.ts";
import type { DocsDomain } from "#lib/publishing/schema.ts";
import { type CachePolicy, cacheHeaders } from "#serve/cache-policy.ts";
import { acceptedEncodings, type Encoding, parseRange } from "#serve/negotiate.ts";
import { pagePolicy } from "#serve/pages/page.ts";
import type { Answer, DocsRequest } from "#serve/request.ts";

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

function projectMethod({ isPreview, domain }: Place): string {
  if (isPreview) return "external_domain";
  return domain === null ? "public_domain" : "custom_domain";
}

/** Headers of every answer about a place on a docs host (spec/serving.md 11). */
export function placeHeaders(place: Place): string[] {
  const { project, versionSlug, isPreview } = place;
  const headers = ["X-Docs-Domain", place.hostname, "X-Content-Type-Options", "nosniff"];
  headers.push("Referrer-Policy", project === null ? "no-referrer" : "no-referrer-when-downgrade");
  if (place.isHttps && !isPreview && place.domain === null) {
    headers.push("Strict-Transport-Security", "max-age=31536000; includeSubDomains; preload");
  }
  if (isPreview || project?.noindex) headers.push("X-Robots-Tag", "noindex");
  if (project === null) return headers;
  headers.push("X-Docs-Project", project.slug);
  headers.push("X-Docs-Project-Method", projectMethod(place));
  if (versionSlug === null) return headers;
  headers.push("X-Docs-Version", versionSlug, "X-Docs-Version-Method", isPreview ? "domain" : "path");
  headers.push("Access-Control-Allow-Origin", "*", "Access-Control-Allow-Methods", "HEAD, OPTIONS, GET");
  return headers;
}

/** Tags a shared cache can be purged by. */
export const tagsOf = (place: Place): string[] =>
  place.project === null
    ? []
    : [
        place.project.slug,
        ...(place.versionSlug === null ? [] : [`${place.project.slug}:${place.versionSlug}`]),
      ];

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
  readonly file: ManifestFile;
  readonly encoding: Encoding;
  readonly policy: CachePolicy;
  readonly place: Place;
  readonly filename: string;
  readonly path: string;
  readonly modifiedAt: Date | null;
}): Promise<Representation> {
  const { file, encoding, place } = order;
  const key = blobKey(order.projectId, file.hash, encoding);
  const size = encoding === "identity" ? file.size : file[encoding];
  const body = size <= heldInMemory ? await storage.get(key) : null;
  const etag = `"${file.hash.slice(0, 32)}${encoding === "identity" ? "" : `-${encoding}`}"`;
  const lastModified = (order.modifiedAt ?? new Date(0)).toUTCString();
  const common = [
    "ETag",
    etag,
    "Last-Modified",
    lastModified,
    ...cacheHeaders(order.policy, { tags: tagsOf(place), varies: file.br > 0 || file.gzip > 0 }),
    ...placeHeaders(place),
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

/** A file as asked for: whole, in part, or not at all because the reader has it. */
export function fileAnswer(request: DocsRequest, file: Representation): Answer {
  if (isNotModified(request, file)) return { status: 304, headers: file.notModified, body: null };
  const range = request.method === "GET" ? wantedRange(request, file) : null;
  if (range === null) return { status: 200, headers: file.headers, body: file.body ?? { key: file.key } };
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

/** A page of ours for people. */
export function pageAnswer(
  status: number,
  text: string,
  more: { policy: CachePolicy; place: Place; extra?: readonly string[] },
): Answer {
  const body = Buffer.from(text);
  const headers = [
    "Content-Type",
    "text/html; charset=utf-8",
    "Content-Length",
    String(body.length),
    "Content-Security-Policy",
    pagePolicy,
    ...cacheHeaders(more.policy, { tags: tagsOf(more.place) }),
    ...placeHeaders(more.place),
    ...(more.extra ?? []),
  ];
  return { status, headers, body };
}

/** A redirect; `location` is a path on the same host or a full address, percent-encoded. */
export function redirectAnswer(
  location: string,
  more: { reason: RedirectKind; policy: CachePolicy; place: Place },
): Answer {
  const headers = [
    "Location",
    location,
    "Content-Length",
    "0",
    ...cacheHeaders(more.policy, { tags: tagsOf(more.place) }),
    ...placeHeaders(more.place),
    "X-Docs-Redirect",
    more.reason,
  ];
  return { status: 302, headers, body: null };
}
