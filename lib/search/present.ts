import { addressOf, docsHosts } from "#lib/projects/present.ts";
import { encodePath, formatDocsPath, originOf, placeOf } from "#lib/publishing/rules/address.ts";
import type { Findings, FoundPage, SearchedVersion } from "#lib/search/queries.ts";
import { highlightText, highlightTitle } from "#lib/search/rules/highlight.ts";
import { isReachable, type ResultPage } from "#lib/search/rules/paging.ts";
import { type ParsedQuery, parseText, wantedTerms } from "#lib/search/rules/query.ts";
import type { WantedWord } from "#lib/search/rules/words.ts";
import type { SearchAnswerJson, SearchResultJson } from "#lib/search/schema.ts";

/** Tools whose links name folders instead of the `index.html` in them. */
const foldersByTool = new Set(["sphinx_htmldir", "mkdocs", "generic"]);

/** A page that was found (spec/serving.md 20.6). Its address is `domain` + `path` + `#` + the id of a block. */
function presentFoundPage(page: FoundPage, terms: readonly (readonly WantedWord[])[]): SearchResultJson {
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

/** One page of what was found; `url` is the address that was asked, to which other pages are linked. */
export function presentFindings(
  { count, pages, searched }: Findings,
  { text }: ParsedQuery,
  page: ResultPage,
  url: URL,
): SearchAnswerJson {
  const sought = parseText(text);
  const terms = sought ? wantedTerms(sought) : [];
  const next = { ...page, number: page.number + 1 };
  return {
    count,
    next: page.number * page.size < count && isReachable(next) ? linkTo(url, next) : null,
    previous: page.number > 1 ? linkTo(url, { ...page, number: page.number - 1 }) : null,
    results: pages.map((found) => presentFoundPage(found, terms)),
    projects: presentSearched(searched),
    query: text,
  };
}

function linkTo(url: URL, { number }: ResultPage): string {
  const link = new URL(url);
  link.searchParams.set("page", String(number));
  link.searchParams.sort();
  return link.href;
}

/** What was searched, as far as the caller may know. */
const presentSearched = (searched: readonly SearchedVersion[]) =>
  searched.map(({ project, version }) => ({ slug: project.slug, versions: [{ slug: version.slug }] }));
