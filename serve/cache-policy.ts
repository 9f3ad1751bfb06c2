/**
 * How an answer may be kept (spec/serving.md 12):
 * `page` the same for everybody until it is purged by tag: public files, and what is missing where nothing is private; browsers
 * ask again each time.
 * `private` for whoever asked only; browsers ask again each time.
 * `redirect` and `permanent_redirect` the same for everybody, their target decides again; kept for a while only.
 * `static` the platform's own files.
 * `never` errors, prompts and answers that carry a cookie.
 */
export type CachePolicy = "page" | "private" | "redirect" | "permanent_redirect" | "static" | "never";

const revalidate = "public, max-age=0, must-revalidate";
/** For browsers, then for shared caches. A mistaken permanent redirect would otherwise stay in browsers for good. */
const lifetimes: Record<CachePolicy, readonly [browsers: string | null, shared: string]> = {
  page: [revalidate, "public"],
  private: ["private, no-cache", "private"],
  redirect: [null, "public, max-age=1200"],
  permanent_redirect: ["public, max-age=86400", "public, max-age=86400"],
  static: ["public, max-age=86400", "public, max-age=86400"],
  never: ["no-store", "private"],
};

/**
 * The caching headers of an answer, `Vary` and tags included. Nothing else writes any of them. `tags` come from
 * lib/publishing/rules/cache-tags.ts. Browsers keep nothing of a preview without asking: it changes with every push.
 */
export function cacheHeaders(
  policy: CachePolicy,
  more: { readonly tags?: readonly string[]; readonly varies?: boolean; readonly isPreview?: boolean } = {},
): string[] {
  const [usual, shared] = lifetimes[policy];
  const isPersonal = policy === "private" || policy === "never";
  const browsers = more.isPreview && !isPersonal ? "no-cache" : usual;
  const vary = [
    ...(more.varies ? ["Accept-Encoding"] : []),
    ...(isPersonal ? ["Cookie", "Authorization"] : []),
  ];
  return [
    ...(browsers === null ? [] : ["Cache-Control", browsers]),
    "CDN-Cache-Control",
    shared,
    ...(vary.length > 0 ? ["Vary", vary.join(", ")] : []),
    ...(more.tags && more.tags.length > 0 ? ["Cache-Tag", more.tags.join(",")] : []),
  ];
}
