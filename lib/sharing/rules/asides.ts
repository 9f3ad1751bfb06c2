import type { Manifest } from "#lib/publishing/rules/manifest.ts";

/** Folders with HTML by manifest. Manifests never change, and most are never asked. */
const foldersWithPages = new WeakMap<Manifest, ReadonlySet<string>>();

/**
 * Whether a file belongs to no page but to the looks of all of them (decision 21): it is not HTML, no HTML lies beside it, and it
 * does not hold what pages say. `path` is one of the manifest.
 */
export function isAside(manifest: Manifest, path: string): boolean {
  if (isPage(path) || repeatsPages(path)) return false;
  let folders = foldersWithPages.get(manifest);
  if (folders === undefined) {
    folders = new Set([...manifest.keys()].filter(isPage).map(folderOf));
    foldersWithPages.set(manifest, folders);
  }
  return !folders.has(folderOf(path));
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);

export const isPage = (path: string): boolean => /\.(?:x?html?|shtml)$/i.test(path);

/**
 * Indexes for searching (Sphinx, MkDocs, Docusaurus, lunr, Pagefind, Doxygen, rustdoc, TypeDoc), feeds and sources of pages have the
 * words of pages that the share may not reach.
 */
const repeatsPages = (path: string): boolean =>
  /(?:^|\/)(?:_sources|\.doctrees|_?pagefind|search\.(?:desc|index))\//i.test(path) ||
  /(?:^|\/)[^/]*(?:search|lunr)[-_.]?(?:index|doc|data)[^/]*$/i.test(path) ||
  /(?:^|\/)(?:search\/[^/]*\.(?:js|json)|search\.(?:js|json)|(?:rss|atom|feed)\.(?:xml|json))$/i.test(path) ||
  /(?:^|\/)(?:llms[^/]*\.txt|objects\.inv|sitemap\.xml(?:\.gz)?)$/i.test(path) ||
  /\.(?:mdx?|rst|adoc|ipynb)$/i.test(path);
