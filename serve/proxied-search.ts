import { z } from "zod";
import { env } from "#lib/platform/env.ts";
import { invalid, throttled } from "#lib/platform/errors.ts";
import { networkOf } from "#lib/platform/peer/peer.ts";
import { countHere } from "#lib/platform/rate/memory.ts";
import { docsHosts } from "#lib/publishing/queries.ts";
import { originOf } from "#lib/publishing/rules/address.ts";
import type { DocsProject } from "#lib/publishing/schema.ts";
import { presentFindings } from "#lib/search/present.ts";
import { type AlsoReads, search } from "#lib/search/queries.ts";
import { readResultPage } from "#lib/search/rules/paging.ts";
import { parseQuery } from "#lib/search/rules/query.ts";
import { type SearchAnswerJson, searchRequest } from "#lib/search/schema.ts";
import { mayRead } from "#lib/sharing/rules.ts";
import { noteSearching } from "#serve/noted.ts";
import { renew, type Visit, visitor } from "#serve/visit.ts";

/**
 * The search of the API as the visitor of a docs host: public versions, and what they may read on this very host; others are silently left
 * out (spec/serving.md 14.3, 20.3). A share of some paths finds nothing, because what is found is of whole versions. Throws invalid
 * and throttled.
 */
export async function searchHere(visit: Visit): Promise<SearchAnswerJson> {
  const { request, target, at } = visit;
  const { address } = request;
  const budget = countHere(`api:search:address:${networkOf(address)}`, 60, env.API_RATE_SEARCH);
  if (!budget.allowed) throw throttled(budget.retryAfterSeconds, "Request was throttled.");
  const given = searchRequest.safeParse(Object.fromEntries(new URLSearchParams(target.query)));
  if (!given.success) throw invalid(z.flattenError(given.error).fieldErrors);
  const page = readResultPage(given.data);
  const parsed = parseQuery(given.data.q);
  const client = request.header("user-agent") ?? "";
  const found = await search({ kind: "visitor", address, client }, parsed, page, await rightsHere(visit));
  const url = new URL(`${originOf(at.project, at.preview, docsHosts)}${target.path}${target.query}`);
  return presentFindings(found, parsed, page, url);
}

/** What the visitor may read beyond what everybody may. Previews are no part of what is searched. */
async function rightsHere(visit: Visit): Promise<AlsoReads> {
  const renewed = visit.certain ? visit : await renew(visit);
  if (renewed === null || renewed.at.preview !== null) return () => false;
  const reader = await visitor(renewed);
  noteSearching(visit.request, reader);
  const versions = new Map(
    servedOn(renewed.at.project).flatMap((project) =>
      [...project.versions.values()].map((version) => [version.id, { project, version }]),
    ),
  );
  return ({ id }) => {
    const known = versions.get(id);
    return known !== undefined && mayRead(reader, known.project, known.version, "/");
  };
}

/** The projects whose pages a project's host serves. */
function servedOn(project: DocsProject): DocsProject[] {
  const own = [project, ...project.translations.values()];
  const parts = [...project.subprojects.values()];
  return [...own, ...parts, ...parts.flatMap(({ translations }) => [...translations.values()])];
}
