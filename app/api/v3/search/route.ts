import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { anyone } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { presentFoundPage, presentSearched } from "#lib/search/present.ts";
import { search } from "#lib/search/queries.ts";
import { isReachable, type ResultPage, readResultPage } from "#lib/search/rules/paging.ts";
import { parseQuery, parseText, wantedTerms } from "#lib/search/rules/query.ts";
import { searchAnswer, searchRequest } from "#lib/search/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "Search published pages",
    gate: anyone,
    query: searchRequest,
    response: searchAnswer,
    budget: "search",
    run: async ({ actor, query, url }) => {
      const page = readResultPage(query);
      const parsed = parseQuery(query.q);
      const { count, pages, searched } = await search(actor, parsed, page);
      const sought = parseText(parsed.text);
      const terms = sought ? wantedTerms(sought) : [];
      const next = { ...page, number: page.number + 1 };
      return {
        count,
        next: page.number * page.size < count && isReachable(next) ? linkTo(url, next) : null,
        previous: page.number > 1 ? linkTo(url, { ...page, number: page.number - 1 }) : null,
        results: pages.map((found) => presentFoundPage(found, terms)),
        projects: presentSearched(searched),
        query: parsed.text,
      };
    },
  }),
});

function linkTo(url: URL, { number }: ResultPage): string {
  const link = new URL(url);
  link.searchParams.set("page", String(number));
  link.searchParams.sort();
  return link.href;
}
