import { type Granted, grant, nothing } from "#lib/access/rules.ts";
import type { Ability } from "#lib/access/schema.ts";
import { abilitiesOn } from "#lib/builds/policy.ts";
import { finalStates, openStates } from "#lib/builds/rules.ts";
import type { BuildFilter, ConfigJson } from "#lib/builds/schema.ts";
import { db, selectRows, type Tx } from "#lib/platform/db/client.ts";
import { columnList, jsonOf } from "#lib/platform/db/columns.ts";
import { containing } from "#lib/platform/db/like.ts";
import { notFound } from "#lib/platform/errors.ts";
import { type Found, nothingFound, type PageRequest } from "#lib/platform/wire/page.ts";
import type { Project } from "#lib/projects/queries.ts";
import { standingOn, type Version } from "#lib/versions/queries.ts";
import { Prisma } from "#prisma/client/client.ts";

const columns = {
  id: true,
  projectId: true,
  versionId: true,
  versionSlug: true,
  versionName: true,
  trigger: true,
  commit: true,
  commitMessage: true,
  commitAuthor: true,
  state: true,
  success: true,
  waitReason: true,
  created: true,
  startedAt: true,
  finishedAt: true,
  seconds: true,
  configId: true,
  configPath: true,
  isolation: true,
  peakMemoryMb: true,
  fileCount: true,
  rebuildOfId: true,
  logKey: true,
} as const satisfies Prisma.BuildSelect;
const versionColumns = { slug: true, type: true, privacyLevel: true, active: true } as const;
const noticeColumns = { messageId: true, values: true } as const;
const artifactColumns = { format: true, name: true } as const;
const cancellationColumns = { reason: true, newerBuildId: true } as const;

/** People are user names, of accounts that are still active. */
type BuildRow = Prisma.BuildGetPayload<{ select: typeof columns }> & {
  readonly totalBytes: number | null;
  /** How many builds a worker would take before a waiting one. */
  readonly ahead: number;
  readonly triggeredBy: string | null;
  readonly version: Prisma.VersionGetPayload<{ select: typeof versionColumns }> | null;
  readonly notices: Prisma.NoticeGetPayload<{ select: typeof noticeColumns }>[];
  readonly artifacts: (Prisma.BuildArtifactGetPayload<{ select: typeof artifactColumns }> & {
    readonly bytes: number;
  })[];
  /** `at` as JSON says a moment. */
  readonly cancellation:
    | (Prisma.CancellationGetPayload<{ select: typeof cancellationColumns }> & {
        readonly by: string | null;
        readonly at: string;
      })
    | null;
};

const nameOf = (id: string): string =>
  `(select u.username from users u where u.id = ${id} and u.deactivated_at is null)`;

const allColumns = Prisma.raw(`${columnList("b", columns)},
  b.total_bytes::float8 as "totalBytes", ${nameOf("b.triggered_by")} as "triggeredBy",
  case when b.state = 'triggered' then (
    select count(*)::int from builds before where before.state = 'triggered'
    and (-before.priority, before.created, before.id) < (-b.priority, b.created, b.id)
  ) else 0 end as ahead,
  (select json_build_object(${jsonOf("v", versionColumns)}) from versions v where v.id = b.version_id) as version,
  (select coalesce(json_agg(json_build_object(${jsonOf("n", noticeColumns)}) order by n.id), '[]')
    from notices n where n.build_id = b.id) as notices,
  (select coalesce(json_agg(json_build_object(${jsonOf("a", artifactColumns)}, 'bytes', a.bytes) order by a.format), '[]')
    from build_artifacts a where a.build_id = b.id) as artifacts,
  (select json_build_object(${jsonOf("c", cancellationColumns)}, 'by', ${nameOf("c.by_user_id")}, 'at', c.at)
    from cancellations c where c.build_id = b.id) as cancellation`);

/** The builds `b` of a FROM clause, newest first, in one statement: nearly every page of the dashboard shows some. */
const selectBuilds = <More extends object = object>(
  from: Prisma.Sql,
  more = Prisma.empty,
): Promise<(BuildRow & More)[]> =>
  selectRows(Prisma.sql`select ${allColumns} ${more} ${from} order by b.created desc, b.id desc`);

/** A build together with its project, inside which it was looked up. */
export type Build = BuildRow & { readonly project: Granted<"view", Project> };

/** What a build needs to know of its version. */
export type BuildableVersion = Pick<Version, "id" | "slug" | "verboseName" | "type">;

/** A build of an opened project, or of one of its versions, with the proof of what the caller may do; 404 when they may not see it. */
export async function openBuild<A extends Ability>(
  project: Granted<A, Project>,
  id: number,
  ability: A,
  version?: Pick<Version, "id">,
): Promise<Granted<A, Build>> {
  const [row = null] = await selectBuilds(
    Prisma.sql`from builds b where b.id = ${id} and ${builtIn(project, version)}`,
  );
  const may = row ? abilitiesOn(standingOn(project), row) : nothing;
  return grant(ability, project.actor, row && { ...row, project }, may, "Build");
}

/** The builds of a project, or of one of its versions, that the caller may see; newest first. */
export async function listBuilds(
  project: Granted<"view", Project> | null,
  filter: BuildFilter,
  page: PageRequest,
  version?: Pick<Version, "id">,
): Promise<Found<Build>> {
  if (!project) return nothingFound;
  const wanted = Prisma.sql`from builds b
    where ${builtIn(project, version)} and ${visibleCondition(project)} ${filterCondition(filter, namesPeople(project))}`;
  // The ids of a far page come from an index alone; only the rows that are shown are read in full.
  const rows = await selectBuilds<{ total: number }>(
    Prisma.sql`from (
        select b.id, (select count(*)::int ${wanted}) as total ${wanted}
        order by b.created desc, b.id desc limit ${page.limit} offset ${page.offset}
      ) found join builds b on b.id = found.id`,
    Prisma.sql`, found.total`,
  );
  const past = rows.length === 0 && page.offset > 0;
  const count = past
    ? (await listBuilds(project, filter, { limit: 1, offset: 0 }, version)).count
    : (rows[0]?.total ?? 0);
  return { count, rows: rows.map(({ total: _, ...row }) => ({ ...row, project })) };
}

const builtIn = (project: Pick<Project, "id">, version: Pick<Version, "id"> | undefined): Prisma.Sql =>
  version
    ? Prisma.sql`b.project_id = ${project.id} and b.version_id = ${version.id}`
    : Prisma.sql`b.project_id = ${project.id}`;

/** The "view" of `abilitiesOn` in SQL, about the builds `b` of a project. */
function visibleCondition(project: Granted<"view", Project>): Prisma.Sql {
  const { member, externalBuildsPrivacyLevel } = standingOn(project);
  if (member) return Prisma.sql`true`;
  return Prisma.sql`b.version_id in (
    select v.id from versions v where v.project_id = ${project.id}
    and case v.type when 'external' then ${externalBuildsPrivacyLevel} else v.privacy_level::text end = 'public')`;
}

/** Who works for an organization is told to its own people only. */
export const namesPeople = (project: Granted<"view", Project>): boolean =>
  project.organizationId === null || standingOn(project).member;

function filterCondition(filter: BuildFilter, named: boolean): Prisma.Sql {
  const { commit, kept, q, running, state, success, version } = filter;
  const conditions = [
    running === undefined ? [] : [inStates(running ? openStates : finalStates)],
    state === undefined ? [] : [inStates(state === "building" ? ["building", "uploading"] : [state])],
    q === undefined ? [] : [matching(q, named)],
    commit === undefined ? [] : [Prisma.sql`b.commit = ${commit}`],
    kept === undefined ? [] : [Prisma.sql`(b.files_state = 'kept') = ${kept}`],
    success === undefined ? [] : [Prisma.sql`b.success = ${success}`],
    version === undefined ? [] : [Prisma.sql`b.version_slug = ${version}`],
  ].flat();
  return conditions.length === 0 ? Prisma.empty : Prisma.join(conditions, " and ", "and ");
}

const inStates = (states: Iterable<BuildRow["state"]>): Prisma.Sql =>
  Prisma.sql`b.state in (${Prisma.join([...states].map((state) => Prisma.sql`${state}::build_state`))})`;

function matching(text: string, named: boolean): Prisma.Sql {
  const number = /^#?(\d{1,9})$/.exec(text)?.[1];
  const hash = /^[\da-f]{4,40}$/i.test(text) ? text.toLowerCase() : undefined;
  const part = `%${containing(text).contains}%`;
  return Prisma.join(
    [
      number === undefined ? [] : [Prisma.sql`b.id = ${Number(number)}`],
      hash === undefined ? [] : [Prisma.sql`b.commit like ${`${hash}%`}`],
      [Prisma.sql`b.commit_message ilike ${part}`, Prisma.sql`b.version_name ilike ${part}`],
      // What is not told must not be found either.
      named ? [Prisma.sql`${Prisma.raw(nameOf("b.triggered_by"))} ilike ${part}`] : [],
    ].flat(),
    " or ",
    "(",
    ")",
  );
}

const withProjects = (rows: readonly BuildRow[], projects: readonly Granted<"view", Project>[]): Build[] => {
  const byId = new Map(projects.map((project) => [project.id, project]));
  return rows.flatMap((row) => {
    const project = byId.get(row.projectId);
    return project ? [{ ...row, project }] : [];
  });
};

/** Builds of these projects by their ids, newest first. The caller is known to see them. */
export async function findBuilds(
  ids: readonly number[],
  projects: readonly Granted<"view", Project>[],
): Promise<Build[]> {
  if (ids.length === 0) return [];
  return withProjects(await selectBuilds(Prisma.sql`from builds b where b.id = any(${[...ids]})`), projects);
}

/** A build that was just made, as its maker sees it. */
export async function getBuild(project: Granted<"view", Project>, id: number): Promise<Build> {
  return openBuild(project, id, "view");
}

/**
 * The version that is built when nobody names one: the project's default version while it is active, else `latest`
 * (spec/builds.md 2.1). Throws 404 when not even that exists.
 */
export async function getDefaultVersion(
  tx: Tx,
  project: { readonly id: number; readonly defaultVersion: string },
): Promise<BuildableVersion> {
  const found = await tx.version.findMany({
    where: {
      projectId: project.id,
      type: { not: "external" },
      OR: [{ slug: project.defaultVersion, active: true }, { slug: "latest" }],
    },
    select: { id: true, slug: true, verboseName: true, type: true },
  });
  const version = found.find(({ slug }) => slug === project.defaultVersion) ?? found[0];
  if (!version) throw notFound("Version");
  return version;
}

/** The newest build of each version, by version id. The caller is known to see the versions, and so their builds. */
export async function findLastBuilds(versions: readonly Version[]): Promise<ReadonlyMap<number, Build>> {
  if (versions.length === 0) return new Map();
  const rows = await selectBuilds(Prisma.sql`
    from unnest(${versions.map((version) => version.id)}::int[]) as wanted (version_id)
    cross join lateral (
      select * from builds where builds.version_id = wanted.version_id order by created desc, id desc limit 1
    ) b`);
  const builds = withProjects(
    rows,
    versions.map((version) => version.project),
  );
  return new Map(builds.flatMap((build) => (build.versionId === null ? [] : [[build.versionId, build]])));
}

/** The newest build of each project's default version that the caller may see. */
export async function findDefaultBuilds(projects: readonly Granted<"view", Project>[]): Promise<Build[]> {
  if (projects.length === 0) return [];
  const rows = await selectBuilds(Prisma.sql`
    from unnest(${projects.map(({ id }) => id)}::int[], ${projects.map((project) => standingOn(project).member)}::bool[])
      as wanted (project_id, member)
    join projects p on p.id = wanted.project_id
    join versions v on v.project_id = p.id and v.slug = p.default_version and v.type <> 'external'
      and (wanted.member or v.privacy_level = 'public')
    cross join lateral (
      select * from builds where builds.version_id = v.id order by created desc, id desc limit 1
    ) b`);
  return withProjects(rows, projects);
}

/** The configuration of each version's last successful build, by version id. */
export async function findVersionConfigs(
  versions: readonly Version[],
): Promise<ReadonlyMap<number, ConfigJson>> {
  if (versions.length === 0) return new Map();
  const rows = await db.$queryRaw<{ versionId: number; body: ConfigJson }[]>(Prisma.sql`
    select newest.version_id as "versionId", build_configs.body
    from unnest(${versions.map((version) => version.id)}::int[]) as wanted (version_id)
    cross join lateral (
      select version_id, config_id from builds
      where builds.version_id = wanted.version_id and success and config_id is not null
      order by created desc, id desc limit 1
    ) newest
    join build_configs on build_configs.id = newest.config_id`);
  return new Map(rows.map((row) => [row.versionId, row.body]));
}

/** The parsed configuration of each build that has one, by build id. */
export async function findConfigs(builds: readonly Build[]): Promise<ReadonlyMap<number, ConfigJson>> {
  const ids = builds.flatMap((build) => build.configId ?? []);
  if (ids.length === 0) return new Map();
  const rows = await db.buildConfig.findMany({
    where: { id: { in: ids } },
    select: { id: true, body: true },
  });
  const bodies = new Map(rows.map((row) => [row.id, row.body]));
  return new Map(
    builds.flatMap((build) => {
      const body = build.configId === null ? undefined : bodies.get(build.configId);
      return typeof body === "object" && body !== null && !Array.isArray(body) ? [[build.id, body]] : [];
    }),
  );
}
