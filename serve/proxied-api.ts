import { type AskedPage, type Embedded, embedPage } from "#lib/embed/queries.ts";
import { embedQuery } from "#lib/embed/schema.ts";
import { env } from "#lib/platform/env.ts";
import { isProblem, type ProblemCode } from "#lib/platform/errors.ts";
import { projectTag, versionTag } from "#lib/publishing/rules/cache-tags.ts";
import { type Reader, stranger } from "#lib/sharing/rules.ts";
import { type CachePolicy, cacheHeaders } from "#serve/cache-policy.ts";
import { noteReading } from "#serve/noted.ts";
import { searchHere } from "#serve/proxied-search.ts";
import type { Answer } from "#serve/request.ts";
import { placeHeaders, textAnswer } from "#serve/respond.ts";
import { placeOfVisit, type Visit, visitor } from "#serve/visit.ts";

/**
 * The parts of the API that pages may ask on their own host, with its cookies (spec/serving.md 3.2, 19); null for anything else.
 * They are for the host's own pages: no CORS header is sent.
 */
export function serveProxiedApi(visit: Visit): Answer | null | Promise<Answer> {
  switch (visit.target.path) {
    case "/_/api/v3/embed/":
      return embed(visit);
    case "/_/api/v3/search/":
      return find(visit);
    case "/_/api/v2/embed/":
      return json(visit, 410, { detail: "Version 2 is gone: use /_/api/v3/embed/." });
    default:
      return null;
  }
}

const statuses: Partial<Record<ProblemCode, number>> = {
  invalid: 400,
  forbidden: 403,
  not_found: 404,
  throttled: 429,
  unavailable: 503,
};

async function embed(visit: Visit): Promise<Answer> {
  // Of a parameter that is there twice the last one counts, as everywhere in the API.
  const query = embedQuery.parse(Object.fromEntries(new URLSearchParams(visit.target.query)));
  const { address } = visit.request;
  let reader = stranger;
  const asReader = async (page: AskedPage): Promise<Reader> => {
    reader = await readerOfPage(visit, page);
    return reader;
  };
  try {
    const found = await embedPage({ address, isKnown: false, asReader }, query);
    if (found.page !== null) {
      const path = URL.parse(found.json.url)?.pathname;
      noteReading(visit.request, reader, { ...found.page, isAside: false }, "page", path);
    }
    return embedded(visit, found);
  } catch (error) {
    const status = isProblem(error) ? statuses[error.code] : undefined;
    if (!isProblem(error) || status === undefined) throw error;
    const { message, retryAfterSeconds: seconds } = error;
    const isAboutPage = seconds === undefined && status !== 403;
    const extra = seconds === undefined ? [] : ["Retry-After", String(seconds)];
    return json(visit, status, isAboutPage ? { error: message } : { detail: message }, { ...ours, extra });
  }
}

async function find(visit: Visit): Promise<Answer> {
  try {
    return json(visit, 200, await searchHere(visit));
  } catch (error) {
    const status = isProblem(error) ? statuses[error.code] : undefined;
    if (!isProblem(error) || status === undefined) throw error;
    const { fields, message, retryAfterSeconds: seconds } = error;
    const extra = seconds === undefined ? [] : ["Retry-After", String(seconds)];
    return json(visit, status, fields ?? { detail: message }, { ...ours, extra });
  }
}

/**
 * The visitor, for pages of the very host they are on. For every other page they are a stranger: scripts of one project's pages
 * must not read with its readers' rights what another project's host, or a preview anybody can propose, keeps to its own.
 */
async function readerOfPage(visit: Visit, { at }: AskedPage): Promise<Reader> {
  const { directory, site } = visit;
  if (at.project.id !== site.project.id || at.preview !== visit.at.preview) return stranger;
  if (visit.certain) return visitor(visit);
  const renewed = await directory.reload(site.name);
  return renewed === null ? stranger : visitor({ ...visit, site: renewed, certain: true });
}

/** Shared caches keep it where nothing can be private (spec/serving.md 12): elsewhere the same address answers each reader as they may. */
function embedded(visit: Visit, { json: body, page }: Embedded): Answer {
  if (page === null) return json(visit, 200, body);
  const { project, version } = page;
  // What is embedded may change, and so may the host that it is asked on.
  const tags = [projectTag(project.slug), versionTag(project.slug, version.slug)];
  if (project.id !== visit.at.project.id) tags.push(projectTag(visit.at.project.slug));
  const policy = env.EDITION === "community" ? "page" : "private";
  return json(visit, 200, body, { policy, tags, build: version.buildId });
}

interface Source {
  readonly policy: CachePolicy;
  readonly tags: readonly string[];
  /** The build it was read from. */
  readonly build: number | null;
  readonly extra?: readonly string[];
}
const ours: Source = { policy: "never", tags: [], build: null };

function json(
  visit: Visit,
  status: number,
  body: object,
  { policy, tags, build, extra = [] }: Source = ours,
): Answer {
  const place = placeOfVisit(visit, visit.at.project, null);
  const headers = [
    ...cacheHeaders(policy, { tags, isPreview: place.isPreview }),
    ...placeHeaders(place, { isForScripts: false }),
    ...(build === null ? [] : ["X-Docs-Build", String(build)]),
    ...extra,
  ];
  return textAnswer(status, "application/json", JSON.stringify(body), headers);
}
