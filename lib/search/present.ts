import { addressOf, docsHosts } from "#lib/projects/present.ts";
import { encodePath, formatDocsPath, originOf, placeOf } from "#lib/publishing/rules/address.ts";
import type { FoundPage, SearchedVersion } from "#lib/search/queries.ts";
import { highlightText, highlightTitle } from "#lib/search/rules/highlight.ts";
import type { WantedWord } from "#lib/search/rules/words.ts";
import type { SearchResultJson } from "#lib/search/schema.ts";

/** Tools whose links name folders instead of the `index.html` in them. */
const foldersByTool = new Set(["sphinx_htmldir", "mkdocs", "generic"]);

/** A page that was found (spec/serving.md 20.6). Its address is `domain` + `path` + `#` + the id of a block. */
export function presentFoundPage(
  page: FoundPage,
  terms: readonly (readonly WantedWord[])[],
): SearchResultJson {
  const { project, version } = page.in;
  const address = addressOf(project);
  const inFolders = foldersByTool.has(version.searchIndex?.docType ?? "");
  const filename = inFolders ? page.path.replace(/(^|\/)index\.html$/, "$1") : page.path;
  return {
    type: "page",
    project: { slug: project.slug, alias: address.parent ? address.parent.alias : null },
    version: { slug: version.slug },
    title: page.title,
    domain: originOf(placeOf(address).root, null, docsHosts()),
    path: encodePath(formatDocsPath(address, { version: version.slug, filename })),
    highlights: { title: highlightTitle(page.title, terms) },
    blocks: page.sections.map((section) => ({
      type: "section",
      id: section.anchor,
      title: section.title,
      content: section.content,
      highlights: {
        title: highlightTitle(section.title, terms),
        content: highlightText(section.content, terms),
      },
    })),
  };
}

/** What was searched, as far as the caller may know. */
export const presentSearched = (searched: readonly SearchedVersion[]) =>
  searched.map(({ project, version }) => ({ slug: project.slug, versions: [{ slug: version.slug }] }));
