import { createHash } from "node:crypto";
import { isTag } from "domhandler";
import { formatElement, parsePage } from "#lib/platform/html/document.ts";
import { contentElement } from "#lib/platform/html/find.ts";
import { shellPattern } from "#lib/platform/wire/shell-pattern.ts";

/** What each page of a build says, as a digest, by path. */
export type PageDigests = Readonly<Record<string, string>>;

/** The version previews are compared with, unless the project names one. */
export const baseSlugOf = (project: { readonly diffBase: string | null }): string =>
  project.diffBase ?? "latest";

/**
 * A digest of a page's main content, so that what surrounds it on every page does not count (spec/serving.md 17). Throws
 * PageTooComplex.
 */
export async function digestPage(html: string): Promise<string> {
  const content = contentElement(await parsePage(html));
  const hash = createHash("sha256");
  if (isTag(content)) hash.update(formatElement(content));
  return hash.digest("base64url").slice(0, 22);
}

/** More patterns than anybody writes are not looked at. */
const mostPatterns = 100;

/**
 * The pages that differ, without those a pattern ignores (`*` stands for slashes, too): pages of few folders first, then by the
 * alphabet, folder by folder.
 */
export function comparePages(
  base: PageDigests,
  head: PageDigests,
  ignored: readonly string[] = [],
): { added: string[]; modified: string[]; deleted: string[] } {
  const patterns = ignored.slice(0, mostPatterns).map(shellPattern);
  const [before, after] = [new Map(Object.entries(base)), new Map(Object.entries(head))];
  const chosen = (paths: Iterable<string>, wanted: (path: string) => boolean): string[] =>
    [...paths]
      .filter((path) => wanted(path) && !patterns.some((matches) => matches(path)))
      .sort(compareByFolders);
  return {
    added: chosen(after.keys(), (path) => !before.has(path)),
    modified: chosen(after.keys(), (path) => before.has(path) && before.get(path) !== after.get(path)),
    deleted: chosen(before.keys(), (path) => !after.has(path)),
  };
}

function compareByFolders(one: string, other: string): number {
  const [a, b] = [one.split("/"), other.split("/")];
  if (a.length !== b.length) return a.length - b.length;
  const at = a.findIndex((part, index) => part !== b[index]);
  if (at === -1) return 0;
  return (a[at] ?? "") < (b[at] ?? "") ? -1 : 1;
}
