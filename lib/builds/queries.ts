import { type Granted, grant, nothing } from "#lib/access/rules.ts";
import type { Ability } from "#lib/access/schema.ts";
import { abilitiesOn, visibleTo } from "#lib/builds/policy.ts";
import { finalStates, openStates } from "#lib/builds/rules.ts";
import type { BuildFilter, ConfigJson } from "#lib/builds/schema.ts";
import { db, type Tx } from "#lib/platform/db/client.ts";
import { notFound } from "#lib/platform/errors.ts";
import { type Found, nothingFound, type PageRequest } from "#lib/platform/wire/page.ts";
import type { Project } from "#lib/projects/queries.ts";
import { standingOn, type Version } from "#lib/versions/queries.ts";
import { Prisma } from "#prisma/client/client.ts";

const buildFields = {
  id: true,
  projectId: true,
  versionId: true,
  versionSlug: true,
  commit: true,
  state: true,
  success: true,
  created: true,
  startedAt: true,
  finishedAt: true,
  seconds: true,
  configId: true,
  rebuildOfId: true,
  logKey: true,
  version: { select: { slug: true, type: true, privacyLevel: true, active: true } },
  notices: { select: { messageId: true, values: true }, orderBy: { id: "asc" } },
} as const satisfies Prisma.BuildSelect;

type BuildRow = Prisma.BuildGetPayload<{ select: typeof buildFields }>;

/** A build together with its project, inside which it was looked up. */
export type Build = BuildRow & { readonly project: Granted<"view", Project> };

/** What a build needs to know of its version. */
export type BuildableVersion = Pick<Version, "id" | "slug" | "verboseName" | "type">;

const newestFirst = [
  { created: "desc" },
  { id: "desc" },
] as const satisfies Prisma.BuildOrderByWithRelationInput[];

/** A build of an opened project, or of one of its versions, with the proof of what the caller may do; 404 when they may not see it. */
export async function openBuild<A extends Ability>(
  project: Granted<A, Project>,
  id: number,
  ability: A,
  version?: Pick<Version, "id">,
): Promise<Granted<A, Build>> {
  const row = await db.build.findFirst({
    where: { projectId: project.id, id, ...(version && { versionId: version.id }) },
    select: buildFields,
  });
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
  const where: Prisma.BuildWhereInput = {
    AND: [
      { projectId: project.id, ...(version && { versionId: version.id }) },
      visibleTo(standingOn(project)),
      wanted(filter),
    ],
  };
  // The ids of a far page come from an index alone; only the rows that are shown are read in full.
  const [count, ids] = await Promise.all([
    db.build.count({ where }),
    db.build.findMany({
      where,
      select: { id: true },
      orderBy: [...newestFirst],
      take: page.limit,
      skip: page.offset,
    }),
  ]);
  const rows = await loadBuilds(
    ids.map(({ id }) => id),
    [project],
  );
  return { count, rows };
}

const wanted = ({ commit, kept, running, state, success, version }: BuildFilter): Prisma.BuildWhereInput => ({
  AND: [
    running === undefined ? {} : { state: { in: [...(running ? openStates : finalStates)] } },
    state === undefined ? {} : { state: { in: state === "building" ? ["building", "uploading"] : [state] } },
  ],
  ...(commit !== undefined && { commit }),
  ...(kept !== undefined && { filesState: kept ? "kept" : { not: "kept" } }),
  ...(success !== undefined && { success }),
  ...(version !== undefined && { versionSlug: version }),
});

async function loadBuilds(
  ids: readonly number[],
  projects: readonly Granted<"view", Project>[],
): Promise<Build[]> {
  if (ids.length === 0) return [];
  const byId = new Map(projects.map((project) => [project.id, project]));
  const rows = await db.build.findMany({
    where: { id: { in: [...ids] }, projectId: { in: [...byId.keys()] } },
    select: buildFields,
    orderBy: [...newestFirst],
  });
  return rows.flatMap((row) => {
    const project = byId.get(row.projectId);
    return project ? [{ ...row, project }] : [];
  });
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
  const ids = await db.$queryRaw<{ id: number }[]>(Prisma.sql`
    select newest.id
    from unnest(${versions.map((version) => version.id)}::int[]) as wanted (version_id)
    cross join lateral (
      select id from builds where builds.version_id = wanted.version_id order by created desc, id desc limit 1
    ) newest`);
  const builds = await loadBuilds(
    ids.map(({ id }) => id),
    versions.map((version) => version.project),
  );
  return new Map(builds.flatMap((build) => (build.versionId === null ? [] : [[build.versionId, build]])));
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
