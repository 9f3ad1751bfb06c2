/**
 * How an answer may be kept (spec/serving.md 12):
 * `page` a public file: shared caches keep it until it is purged by tag, browsers ask again each time.
 * `private` a file only some may read: nobody else may keep it, browsers ask again each time.
 * `preview` a public file of a pull-request preview.
 * `redirect` a built-in redirect: the same for everybody, its target decides again.
 * `missing` nothing is there; `missing_private` the same where the answer depends on who asks.
 * `never` errors, prompts and answers that carry a cookie.
 */
export type CachePolicy =
  | "page"
  | "private"
  | "preview"
  | "redirect"
  | "missing"
  | "missing_private"
  | "never";

const revalidate = "public, max-age=0, must-revalidate";
const headers: Record<CachePolicy, readonly string[]> = {
  page: ["Cache-Control", revalidate, "CDN-Cache-Control", "public"],
  private: ["Cache-Control", "private, no-cache", "CDN-Cache-Control", "private"],
  preview: ["Cache-Control", "no-cache", "CDN-Cache-Control", "public"],
  redirect: ["CDN-Cache-Control", "public, max-age=1200"],
  missing: ["Cache-Control", revalidate, "CDN-Cache-Control", "public"],
  missing_private: ["Cache-Control", "private, no-cache", "CDN-Cache-Control", "private"],
  never: ["Cache-Control", "no-store", "CDN-Cache-Control", "private"],
};

/** Whether an answer depends on who asks, so that `Vary` has to say it. */
const personal: ReadonlySet<CachePolicy> = new Set(["private", "missing_private", "never"]);

/**
 * The caching headers of an answer, `Vary` and tags included. Nothing else writes any of them. `tags` are project slugs and
 * `project:version`; a colon cannot be part of a slug, so tags cannot collide.
 */
export function cacheHeaders(
  policy: CachePolicy,
  more: { readonly tags?: readonly string[]; readonly varies?: boolean } = {},
): string[] {
  const vary = [
    ...(more.varies ? ["Accept-Encoding"] : []),
    ...(personal.has(policy) ? ["Cookie", "Authorization"] : []),
  ];
  return [
    ...headers[policy],
    ...(vary.length > 0 ? ["Vary", vary.join(", ")] : []),
    ...(more.tags && more.tags.length > 0 ? ["Cache-Tag", more.tags.join(",")] : []),
  ];
}
