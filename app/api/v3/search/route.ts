import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { anyone } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { presentFindings } from "#lib/search/present.ts";
import { search } from "#lib/search/queries.ts";
import { readResultPage } from "#lib/search/rules/paging.ts";
import { parseQuery } from "#lib/search/rules/query.ts";
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
      return presentFindings(await search(actor, parsed, page), parsed, page, url);
    },
  }),
});
