import type { Actor } from "#lib/access/schema.ts";
import { type Tx, transaction } from "#lib/platform/db/client.ts";
import { accessFields, memberOf } from "#lib/projects/policy.ts";
import { addressFields, superprojectFields } from "#lib/projects/queries.ts";
import { maySearch } from "#lib/search/policy.ts";
import type { ResultPage } from "#lib/search/rules/paging.ts";
import { rankFactors } from "#lib/search/rules/patterns.ts";
import {
  type ParsedQuery,
  parseText,
  type Scope,
  type Sought,
  wantedTerms,
} from "#lib/search/rules/query.ts";
import { formatTsQueries, labelWeights, type TsQueries, within } from "#lib/search/rules/tsquery.ts";
import { Prisma } from "#prisma/client/client.ts";

/** Versions searched at once, each of another project. */
const mostVersions = 100;
/** Subprojects and projects of one's own that are looked at: more than can be searched. */
const mostProjects = 2000;
/** Sections that are weighed for one search: it takes a while to weigh a word that is on every page of a hundred projects. */
const mostSections = 20_000;
/** Builds that are read whole for words that are only begun: the index would gather all words of all builds that begin so. */
const mostReadWhole = 3;
const mostBlocks = 3;
/** Of a section, in characters: one may hold a megabyte, and an answer ninety of them. */
const longestContent = 100_000;

function searchedFields(actor: Actor) {
  return {
    ...accessFields(actor),
    ...addressFields,
    defaultVersion: true,
    externalBuildsPrivacyLevel: true,
    translationOf: { select: { ...addressFields, superproject: superprojectFields } },
    superproject: { select: { ...superprojectFields.select, parentId: true } },
  } as const satisfies Prisma.ProjectSelect;
}

const versionFields = {
  id: true,
  projectId: true,
  slug: true,
  type: true,
  hidden: true,
  privacyLevel: true,
  searchIndex: { select: { buildId: true, docType: true } },
} as const satisfies Prisma.VersionSelect;

type ProjectRow = Prisma.ProjectGetPayload<{ select: ReturnType<typeof searchedFields> }>;
type VersionRow = Prisma.VersionGetPayload<{ select: typeof versionFields }>;

/** A version that is searched, with its project. */
export type SearchedVersion = { readonly project: ProjectRow; readonly version: VersionRow };

export interface FoundSection {
  readonly anchor: string;
  readonly title: string;
  readonly content: string;
}

export interface FoundPage {
  readonly in: SearchedVersion;
  readonly path: string;
  readonly title: string;
  /** The best ones first. */
  readonly sections: readonly FoundSection[];
}

export interface Findings {
  /** All pages, not only those of this page of results. */
  readonly count: number;
  readonly pages: readonly FoundPage[];
  readonly searched: readonly SearchedVersion[];
}

/** Whether a caller may read a version for another reason than who they are: on docs hosts, what they hold there. */
export type AlsoReads = (version: { readonly id: number; readonly projectId: number }) => boolean;

/**
 * The pages a query finds, the best ones first (spec/serving.md 20.4, 20.5): only in versions that it names, that are published, and
 * that the caller may read. Everything is read as of one moment, so an index that is just replaced shows the old or the new.
 */
export function search(
  actor: Actor,
  query: ParsedQuery,
  page: ResultPage,
  alsoReads: AlsoReads = () => false,
): Promise<Findings> {
  return transaction(
    async (tx) => {
      // The planner cannot know how rare a word is in the builds that are named, and reading all sections is never the way.
      await tx.$executeRaw`select set_config('enable_seqscan', 'off', true)`;
      const searched = await findSearched(tx, actor, query, alsoReads);
      const byBuild = new Map(
        searched.flatMap((one) => (one.version.searchIndex ? [[one.version.searchIndex.buildId, one]] : [])),
      );
      const sought = parseText(query.text);
      if (!sought || byBuild.size === 0) return { count: 0, pages: [], searched };
      const asked = formatTsQueries(sought);
      const where = whereFound(sought, asked, [...byBuild.keys()]);
      const { count, hits } = await findPages(tx, asked, where, page);
      const sections = await findSections(tx, asked, hits);
      const pages = hits.flatMap(({ id, build, path, title }) => {
        const found = byBuild.get(build);
        return found ? [{ in: found, path, title, sections: sections.get(id) ?? [] }] : [];
      });
      return { count, pages, searched };
    },
    { isolationLevel: "RepeatableRead" },
  );
}

/** What a query names, without what the caller may not read, in the order it is named. */
async function findSearched(
  tx: Tx,
  actor: Actor,
  query: ParsedQuery,
  alsoReads: AlsoReads,
): Promise<SearchedVersion[]> {
  const parents = query.subprojects.map(({ project }) => project);
  const named = slugsIn([...query.projects.map(({ project }) => project), ...parents]);
  const live = { deletedAt: null, searchEnabled: true };
  const select = searchedFields(actor);
  const projects =
    named.length === 0
      ? []
      : await tx.project.findMany({ where: { slug: { in: named }, deletedAt: null }, select });
  const parentIds = projects.filter(({ slug }) => parents.includes(slug)).map(({ id }) => id);
  const children =
    parentIds.length === 0
      ? []
      : await tx.project.findMany({
          where: { ...live, superproject: { parentId: { in: parentIds } } },
          select,
          orderBy: { slug: "asc" },
          take: mostProjects,
        });
  const mine = query.mine
    ? await tx.project.findMany({
        where: { AND: [memberOf(actor), live] },
        select,
        orderBy: { slug: "asc" },
        take: mostProjects,
      })
    : [];
  const all = [...projects, ...children, ...mine];
  const versions = await findVersions(tx, actor, all, query, alsoReads);

  const bySlug = new Map(projects.map((project) => [project.slug, project]));
  const find = (project: ProjectRow, slug: string, options: { hidden: boolean }): SearchedVersion[] => {
    const version = versions.get(`${project.id}/${slug}`);
    return version && (options.hidden || !version.hidden) ? [{ project, version }] : [];
  };
  const own = ({ project: slug, version }: Scope): SearchedVersion[] => {
    const project = bySlug.get(slug);
    return project ? find(project, version ?? project.defaultVersion, { hidden: true }) : [];
  };
  const below = ({ project: slug, version }: Scope): SearchedVersion[] => {
    const parent = bySlug.get(slug);
    return children
      .filter((child) => child.superproject?.parentId === parent?.id)
      .flatMap((child) => {
        const shared = version === null ? [] : find(child, version, { hidden: false });
        return shared.length > 0 ? shared : find(child, child.defaultVersion, { hidden: false });
      });
  };
  const mentions = [
    ...query.projects.flatMap(own),
    ...query.subprojects.flatMap((scope) => [...own(scope), ...below(scope)]),
    ...mine.flatMap((project) => find(project, project.defaultVersion, { hidden: false })),
  ];
  // Of several versions of a project the last one counts.
  return [...new Map(mentions.slice(0, mostVersions).map((one) => [one.project.id, one])).values()];
}

/** The versions that may be searched, by `<project id>/<slug>`. */
async function findVersions(
  tx: Tx,
  actor: Actor,
  projects: readonly ProjectRow[],
  query: ParsedQuery,
  alsoReads: AlsoReads,
): Promise<ReadonlyMap<string, VersionRow>> {
  const byId = new Map(projects.map((project) => [project.id, project]));
  const named = [...query.projects, ...query.subprojects].map(({ version }) => version ?? "");
  const slugs = slugsIn([...named, ...projects.map(({ defaultVersion }) => defaultVersion)]);
  if (byId.size === 0) return new Map();
  const rows = await tx.version.findMany({
    where: {
      projectId: { in: [...byId.keys()] },
      project: { searchEnabled: true },
      slug: { in: slugs },
      type: { not: "external" },
      active: true,
      publishedBuildId: { not: null },
    },
    select: versionFields,
  });
  return new Map(
    rows.flatMap((row) => {
      const project = byId.get(row.projectId);
      const may = project && (maySearch(actor, project, row) || alsoReads(row));
      return may ? [[`${row.projectId}/${row.slug}`, row]] : [];
    }),
  );
}

/** What can be a slug, once each. */
const slugsIn = (texts: readonly string[]): string[] => [
  ...new Set(texts.filter((text) => /^[A-Za-z0-9][-._A-Za-z0-9]{0,254}$/.test(text))),
];

/** The sections that are found, asked for so that the index of words answers fast. */
function whereFound(sought: Sought, asked: TsQueries, buildIds: readonly number[]): Prisma.Sql {
  const begun = wantedTerms(sought).some((words) => words.some(({ open }) => open));
  if (!begun || buildIds.length > mostReadWhole)
    return Prisma.sql`words @@ ${within(buildIds, asked.any)}::tsquery`;
  return Prisma.sql`words @@ ${within(buildIds, "")}::tsquery and (words @@ ${asked.any}::tsquery) is true`;
}

type Hit = { readonly id: string; readonly build: number; readonly path: string; readonly title: string };

/**
 * A page weighs what its title and its best section weigh; one that has all the words comes before one that has some. Then its own
 * rank multiplies.
 */
async function findPages(
  tx: Tx,
  asked: TsQueries,
  where: Prisma.Sql,
  page: ResultPage,
): Promise<{ count: number; hits: readonly Hit[] }> {
  const [row] = await tx.$queryRaw<{ count: number; hits: Hit[] }[]>(Prisma.sql`
    with hit as materialized (
      select page_id, bool_or(words @@ ${asked.all}::tsquery) as whole,
        coalesce(max(${weight(asked)}) filter (where position = 0), 0)
          + coalesce(max(${weight(asked)}) filter (where position > 0), 0) as weight
      from (
        select page_id, position, words from search_sections where ${where} limit ${mostSections}
      ) section
      group by page_id
    ), best as (
      select page.id::text, page.build_id as build, page.path, page.title,
        row_number() over (order by
          (hit.weight + case when hit.whole then 2 else 0 end) * (${[...rankFactors]}::float8[])[page.rank + 11] desc,
          page.path, page.id
        ) as place
      from hit join search_pages page on page.id = hit.page_id
      order by place limit ${page.size} offset ${(page.number - 1) * page.size}
    )
    select (select count(*)::int from hit) as count,
      coalesce((select json_agg(best order by place) from best), '[]') as hits`);
  return row ?? { count: 0, hits: [] };
}

const weight = ({ words }: TsQueries): Prisma.Sql =>
  Prisma.sql`ts_rank(${labelWeights}::float4[], words, ${words}::tsquery)`;

/** The best sections of each page, by the page's id. */
async function findSections(
  tx: Tx,
  asked: TsQueries,
  hits: readonly Hit[],
): Promise<ReadonlyMap<string, readonly FoundSection[]>> {
  const found = new Map<string, FoundSection[]>(hits.map(({ id }) => [id, []]));
  if (hits.length === 0) return found;
  const rows = await tx.$queryRaw<(FoundSection & { page: string })[]>(Prisma.sql`
    select best.page_id::text as page, best.anchor, best.title, best.content
    from unnest(${[...found.keys()]}::bigint[]) as wanted (id)
    cross join lateral (
      select page_id, anchor, title, left(content, ${longestContent}::int) as content,
        row_number() over (order by words @@ ${asked.all}::tsquery desc, ${weight(asked)} desc, position) as place
      from search_sections
      where page_id = wanted.id and position > 0 and words @@ ${asked.any}::tsquery
      order by place limit ${mostBlocks}
    ) best
    order by place`);
  for (const { page, ...section } of rows) found.get(page)?.push(section);
  return found;
}
