import { type Granted, grant, nothing } from "#lib/access/rules.ts";
import type { Ability, Actor } from "#lib/access/schema.ts";
import { db } from "#lib/platform/db/client.ts";
import { containing } from "#lib/platform/db/like.ts";
import type { Found, PageRequest } from "#lib/platform/wire/page.ts";
import { abilitiesOn, accessFields, memberOf, standingIn, visibleTo } from "#lib/projects/policy.ts";
import type { ProjectFilter } from "#lib/projects/schema.ts";
import { Prisma } from "#prisma/client/client.ts";

/** What decides where a project's documentation lives. */
export const addressFields = {
  id: true,
  slug: true,
  language: true,
  versioningScheme: true,
  customPrefix: true,
  subprojectPrefix: true,
  deletedAt: true,
} as const satisfies Prisma.ProjectSelect;

/** Its address depends on these as well, where there is one. */
export const superprojectFields = { select: { alias: true, parent: { select: addressFields } } } as const;

function projectFields(actor: Actor) {
  const access = accessFields(actor);
  return {
    ...addressFields,
    ...access,
    organization: {
      select: { ...access.organization.select, id: true, slug: true, disabledAt: true },
    },
    rowVersion: true,
    organizationId: true,
    name: true,
    homepage: true,
    repositoryUrl: true,
    repositoryType: true,
    remoteRepositoryId: true,
    remoteRepository: { select: { defaultBranch: true, cloneUrl: true } },
    versions: { where: { slug: "latest", machine: true }, select: { identifier: true } },
    programmingLanguage: true,
    defaultVersion: true,
    versionSort: true,
    versionSortPattern: true,
    pinnedFirst: true,
    defaultBranch: true,
    configPath: true,
    externalBuildsPrivacyLevel: true,
    externalBuildsEnabled: true,
    analyticsCode: true,
    analyticsDisabled: true,
    buildsOffAt: true,
    created: true,
    modified: true,
    tags: { select: { name: true }, orderBy: { name: "asc" } },
    translationOf: { select: { ...addressFields, superproject: superprojectFields } },
    superproject: superprojectFields,
  } as const satisfies Prisma.ProjectSelect;
}

/** A project as loaded for one caller: the only memberships it holds are the caller's own. */
export type Project = Prisma.ProjectGetPayload<{ select: ReturnType<typeof projectFields> }>;

/** What `presentProject` needs besides the row. Loaded for a whole page at once. */
export type ProjectDetails = {
  /** By project: the people who administer it, in alphabetical order. */
  readonly users: ReadonlyMap<number, readonly string[]>;
  /** Parents and main-language projects the caller may see. */
  readonly related: ReadonlyMap<number, Project>;
  /** Projects whose configured default version is there and active. */
  readonly withDefaultVersion: ReadonlySet<number>;
};

const slugForm = /^[a-z0-9_-]{1,63}$/i;

async function loadProject(actor: Actor, slug: string): Promise<Project | null> {
  if (!slugForm.test(slug)) return null;
  return db.project.findFirst({ where: { slug, deletedAt: null }, select: projectFields(actor) });
}

const seen = (actor: Actor, row: Project): Granted<"view", Project> =>
  grant("view", actor, row, abilitiesOn(actor, row), "Project");

/**
 * The only door to a project: the row with the proof of what the caller may do.
 * Throws 404 when the caller may not see it, then 401 or 403 (decisions 6).
 */
export async function openProject<A extends Ability>(
  actor: Actor,
  slug: string,
  ability: A,
): Promise<Granted<A, Project>> {
  const row = await loadProject(actor, slug);
  return grant(ability, actor, row, row ? abilitiesOn(actor, row) : nothing, "Project");
}

/** Like `openProject` for reading, but null where that throws: for lists that are empty under an unknown parent (decisions 7). */
export async function findProject(actor: Actor, slug: string): Promise<Granted<"view", Project> | null> {
  const row = await loadProject(actor, slug);
  return row && abilitiesOn(actor, row).view ? seen(actor, row) : null;
}

/** Whether the caller has a part in the project, so that its private versions and builds exist for them. */
export const isMember = (project: Granted<"view", Project>): boolean =>
  standingIn(project.actor, project).member;

/** Whether the caller may change the project. */
export const isAdmin = (project: Granted<"view", Project>): boolean =>
  standingIn(project.actor, project).admin;

async function listWhere(
  actor: Actor,
  where: Prisma.ProjectWhereInput,
  page: PageRequest,
): Promise<Found<Granted<"view", Project>>> {
  const [count, rows] = await Promise.all([
    db.project.count({ where }),
    db.project.findMany({
      where,
      select: projectFields(actor),
      orderBy: { slug: "asc" },
      take: page.limit,
      skip: page.offset,
    }),
  ]);
  return { count, rows: rows.map((row) => seen(actor, row)) };
}

/** The projects the caller has a part in, read-only memberships included (decisions 8), by slug. */
export function listProjects(
  actor: Actor,
  filter: ProjectFilter,
  page: PageRequest,
): Promise<Found<Granted<"view", Project>>> {
  return listWhere(
    actor,
    {
      AND: [
        memberOf(actor),
        {
          ...(filter.name !== undefined && { name: containing(filter.name) }),
          ...(filter.slug !== undefined && { slug: containing(filter.slug) }),
          ...(filter.language !== undefined && { language: filter.language }),
          ...(filter.programming_language !== undefined && {
            programmingLanguage: filter.programming_language,
          }),
        },
      ],
    },
    page,
  );
}

/** An organization's projects that the caller may see, or those of one of its teams, by slug. */
export const listOrganizationProjects = (
  actor: Actor,
  organizationId: number,
  page: PageRequest,
  teamId?: number,
) =>
  listWhere(
    actor,
    {
      AND: [
        visibleTo(actor),
        { organizationId, ...(teamId !== undefined && { teams: { some: { teamId } } }) },
      ],
    },
    page,
  );

/** The translations of a project that the caller may see, by slug. */
export const listTranslations = (project: Granted<"view", Project>, page: PageRequest) =>
  listWhere(project.actor, { AND: [visibleTo(project.actor), { translationOfId: project.id }] }, page);

/** All that match and exist for the caller, by slug. */
async function findVisible(
  actor: Actor,
  where: Prisma.ProjectWhereInput,
): Promise<Granted<"view", Project>[]> {
  const rows = await db.project.findMany({
    where: { AND: [visibleTo(actor), where] },
    select: projectFields(actor),
    orderBy: { slug: "asc" },
  });
  return rows.map((row) => seen(actor, row));
}

/** Those of the given projects that exist for the caller, by id. */
export async function findProjects(
  actor: Actor,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Granted<"view", Project>>> {
  if (ids.length === 0) return new Map();
  const projects = await findVisible(actor, { id: { in: [...ids] } });
  return new Map(projects.map((project) => [project.id, project]));
}

/** The projects that are linked to these remote repositories and that the caller may see, by slug. */
export async function listLinkedProjects(
  actor: Actor,
  remoteRepositoryIds: readonly number[],
): Promise<readonly Granted<"view", Project>[]> {
  if (remoteRepositoryIds.length === 0) return [];
  return findVisible(actor, { remoteRepositoryId: { in: [...remoteRepositoryIds] } });
}

/** The direct parent, if there is one the caller may see. */
export async function findSuperproject(
  project: Granted<"view", Project>,
): Promise<Granted<"view", Project> | null> {
  return project.superproject ? findProject(project.actor, project.superproject.parent.slug) : null;
}

/** Loads, with a number of queries that does not depend on the number of projects, what showing them takes. */
export async function describeProjects(
  projects: readonly Granted<"view", Project>[],
): Promise<ProjectDetails> {
  const [first] = projects;
  if (!first) return { users: new Map(), related: new Map(), withDefaultVersion: new Set() };
  const actor = first.actor;
  const ids = new Set(
    projects.flatMap((project) =>
      [project.translationOf?.id ?? [], project.superproject?.parent.id ?? []].flat(),
    ),
  );
  const related = await findProjects(actor, [...ids]);
  const all: readonly Project[] = [...projects, ...related.values()];
  const [users, withDefaultVersion] = await Promise.all([administrators(actor, all), defaultVersions(all)]);
  return { users, related, withDefaultVersion };
}

/**
 * User names of the people who administer each project. Maintainers of the community edition are public; who works for an
 * organization is told to its own people only.
 */
async function administrators(
  actor: Actor,
  projects: readonly Project[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const ids = projects
    .filter((project) => project.organizationId === null || standingIn(actor, project).member)
    .map((project) => project.id);
  const rows =
    ids.length === 0
      ? []
      : await db.$queryRaw<{ projectId: number; username: string }[]>(Prisma.sql`
          select person.project_id as "projectId", users.username
          from (
            select project_id, user_id from project_maintainers where project_id in (${Prisma.join(ids)})
            union
            select projects.id, owners.user_id
            from projects join organization_owners owners on owners.organization_id = projects.organization_id
            where projects.id in (${Prisma.join(ids)})
            union
            select team_projects.project_id, team_members.user_id
            from team_projects
            join teams on teams.id = team_projects.team_id and teams.access = 'admin'
            join team_members on team_members.team_id = teams.id
            where team_projects.project_id in (${Prisma.join(ids)})
          ) person
          join users on users.id = person.user_id and users.deactivated_at is null
          order by users.username`);
  const names = new Map<number, string[]>();
  for (const { projectId, username } of rows)
    names.set(projectId, [...(names.get(projectId) ?? []), username]);
  return names;
}

async function defaultVersions(projects: readonly Project[]): Promise<ReadonlySet<number>> {
  const named = projects.filter((project) => project.defaultVersion !== "latest");
  if (named.length === 0) return new Set();
  const rows = await db.version.findMany({
    where: {
      active: true,
      OR: named.map((project) => ({ projectId: project.id, slug: project.defaultVersion })),
    },
    select: { projectId: true },
  });
  return new Set(rows.map((row) => row.projectId));
}
