import type { DocsVersion } from "#lib/publishing/schema.ts";
import type { ShareScope } from "#lib/sharing/schema.ts";

/**
 * Whether a share reaches a file of a version (spec/serving.md 14.3, Coverage; decision 21). `path` is below the version and begins
 * with `/`. `isAside` says that the file belongs to no page: it is not HTML, no search index, and its directory holds no HTML; a
 * share of some paths reaches those everywhere, because pages need them.
 */
export type Coverage = (version: CoveredVersion, path: string, isAside: boolean) => boolean;

type CoveredVersion = Pick<DocsVersion, "id" | "slug" | "preview">;

/** Makes the decision for a scope ready, so that a request only has to ask. */
export function compileCoverage(scope: ShareScope): Coverage {
  const ids = new Set(scope.versionIds);
  const patterns = scope.versionPatterns.map(compilePattern);
  const coversVersion = ({ id, slug, preview }: CoveredVersion): boolean =>
    !preview && (scope.allVersions || ids.has(id) || patterns.some((matches) => matches(slug)));
  if (scope.pathPrefixes.length === 0) return coversVersion;
  return (version, path, isAside) =>
    coversVersion(version) && (isAside || scope.pathPrefixes.some((prefix) => isBelow(path, prefix)));
}

/** `*` stands for anything. The first place that fits is always the right one, so that no name takes long to compare. */
function compilePattern(pattern: string): (name: string) => boolean {
  const [start = "", ...others] = pattern.split("*");
  const end = others.pop();
  if (end === undefined) return (name) => name === start;
  return (name) => {
    if (!name.startsWith(start) || !name.endsWith(end)) return false;
    let at = start.length;
    for (const part of others) {
      const found = name.indexOf(part, at);
      if (found === -1) return false;
      at = found + part.length;
    }
    return at <= name.length - end.length;
  };
}

/** `/guide/` reaches `/guide/` and all below it, and `/guide`, which leads there; never `/guidebook`. */
export function isBelow(path: string, prefix: string): boolean {
  const directory = prefix.endsWith("/") ? prefix : `${prefix}/`;
  return path === prefix || path === directory.slice(0, -1) || path.startsWith(directory);
}
