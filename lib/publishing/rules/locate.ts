/** What a page's name stands for among a build's files. */
export type Located =
  | { readonly kind: "file"; readonly path: string }
  /** It is a folder with an index: the address lacks its last slash. */
  | { readonly kind: "directory" }
  | { readonly kind: "missing" };

/** Steps 13 to 16 of the docs view and the first step of 404 handling (spec/serving.md 7, 9); `filename` starts with `/`. */
export function locate(filename: string, has: (path: string) => boolean): Located {
  const path = filename.slice(1);
  if (filename.endsWith("/")) return found(`${path}index.html`, has);
  if (has(path)) return { kind: "file", path };
  return has(`${path}/index.html`) ? { kind: "directory" } : { kind: "missing" };
}

const found = (path: string, has: (path: string) => boolean): Located =>
  has(path) ? { kind: "file", path } : { kind: "missing" };

/** The page a build provides for what is missing, if any. */
export const notFoundPage = (has: (path: string) => boolean): string | null =>
  ["404.html", "404/index.html"].find(has) ?? null;
