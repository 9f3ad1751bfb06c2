import { type Granted, grant, nothing } from "#lib/access/rules.ts";
import type { Ability, Actor } from "#lib/access/schema.ts";
import { oncePerPage } from "#lib/auth/once-per-page.ts";
import {
  type ToldOrganization,
  type ToldOrganizationJson,
  toldOrganization,
  toldOrganizationOf,
} from "#lib/organizations/queries.ts";
import { db, selectRows } from "#lib/platform/db/client.ts";
import { columnList, jsonOf } from "#lib/platform/db/columns.ts";
import { containing } from "#lib/platform/db/like.ts";
import { type Found, type PageRequest, withCount } from "#lib/platform/wire/page.ts";
import { abilitiesOn, standingIn, visibleTo } from "#lib/projects/policy.ts";
import type { ProjectFilter } from "#lib/projects/schema.ts";
import { Prisma } from "#prisma/client/client.ts";

const addressColumns = {
  id: true,
  slug: true,
  language: true,
  versioningScheme: true,
  customPrefix: true,
  subprojectPrefix: true,
  deletedAt: true,
} as const satisfies Prisma.ProjectSelect;

/** What decides where a project's documentation lives; of its domains only the canonical one, once it is verified. */
export const addressFields = {
  ...addressColumns,
  domains: { where: { canonical: true, state: "verified" }, select: { host: true, https: true } },
} as const satisfies Prisma.ProjectSelect;

/** Its address depends on these as well, where there is one. */
export const superprojectFields = { select: { alias: true, parent: { select: addressFields } } } as const;

const columns = {
  ...addressColumns,
  rowVersion: true,
  organizationId: true,
  name: true,
  description: true,
  homepage: true,
  repositoryUrl: true,
  repositoryType: true,
  remoteRepositoryId: true,
  programmingLanguage: true,
  defaultVersion: true,
  versionSort: true,
  versionSortPattern: true,
  pinnedFirst: true,
  defaultBranch: true,
  configPath: true,
  privacyLevel: true,
  externalBuildsPrivacyLevel: true,
  externalBuildsEnabled: true,
  analyticsCode: true,
  analyticsDisabled: true,
  buildsOffAt: true,
  created: true,
  modified: true,
} as const satisfies Prisma.ProjectSelect;

type Columns = Prisma.ProjectGetPayload<{ select: typeof columns }> & Pick<Address, "domains">;
type Address = Prisma.ProjectGetPayload<{ select: typeof addressFields }>;
type Above = { alias: string; parent: Address } | null;
type Organization = { id: number; slug: string; disabledAt: Date | null; owners: { userId: number }[] };

/** A project as loaded for one caller: the only memberships it holds are the caller's own. What is deleted is not above it. */
export type Project = Columns & {
  maintainers: { userId: number }[];
  organization: Organization | null;
  /** Its organization, for the people of that. */
  ownOrganization: ToldOrganization | null;
  teams: { team: { access: "admin" | "readonly"; members: { userId: number }[] } }[];
  remoteRepository: { defaultBranch: string | null; cloneUrl: string } | null;
  /** Its configured default version is there and active. */
  hasDefaultVersion: boolean;
  /** The version `latest`, while Lectern keeps it. */
  versions: { identifier: string | null }[];
  tags: { name: string }[];
  /**
   * User names of the people who administer it, in alphabetical order. Maintainers of the community edition are public; who works
   * for an organization is told to its own people only.
   */
  administrators: string[];
  translationOf: (Address & { superproject: Above }) | null;
  superproject: Above;
};

/** What a statement says of a project. */
type ProjectRow = Omit<Columns, "domains"> & {
  more: More;
  /** How many there are on all pages, where that was asked for. */
  total?: number;
};

/** What other tables say of it, as JSON: the driver reads one column quicker than twelve. The caller's part in it as yes and no. */
type More = Pick<
  Project,
  "administrators" | "domains" | "hasDefaultVersion" | "remoteRepository" | "translationOf" | "superproject"
> & {
  organization:
    | (Omit<Organization, "disabledAt" | "owners"> & {
        disabledAt: string | null;
        told: ToldOrganizationJson | null;
      })
    | null;
  maintained: boolean;
  owned: boolean;
  accesses: ("admin" | "readonly")[];
  latest: { identifier: string | null } | null;
  tagNames: string[];
};

const domainsOf = (table: string): string => `(
  select coalesce(json_agg(json_build_object('host', d.host, 'https', d.https)), '[]')
  from domains d where d.project_id = ${table}.id and d.canonical and d.state = 'verified')`;
/** Joins the active user `u` of that id by looking them up: for so few the planner would read the whole table, once a project. */
const oneUser = (id: string): string =>
  `cross join lateral (select username from users where id = ${id} and deactivated_at is null limit 1) u`;
const addressOf = (table: string): string =>
  `${jsonOf(table, addressColumns)}, 'domains', ${domainsOf(table)}`;
const aboveOf = (child: string): string => `(
  select json_build_object('alias', r.alias, 'parent', json_build_object(${addressOf("above")}))
  from subproject_relations r join projects above on above.id = r.parent_id and above.deleted_at is null
  where r.child_id = ${child}.id)`;

const allColumns = Prisma.raw(columnList("p", columns));

/** The part of `More` that is the same for every caller. */
const forEveryone = Prisma.raw(`
  'remoteRepository', (select json_build_object('defaultBranch', r.default_branch, 'cloneUrl', r.clone_url)
    from remote_repositories r where r.id = p.remote_repository_id),
  'latest', (select json_build_object('identifier', v.identifier)
    from versions v where v.project_id = p.id and v.slug = 'latest' and v.machine),
  'hasDefaultVersion', exists (
    select from versions v where v.project_id = p.id and v.slug = p.default_version and v.active),
  'tagNames', array(select t.name from project_tags t where t.project_id = p.id order by t.name),
  'administrators', array(select u.username from (
    select m.user_id from project_maintainers m where m.project_id = p.id
    union
    select w.user_id from organization_owners w where w.organization_id = p.organization_id
    union
    select tm.user_id from team_projects tp join teams t on t.id = tp.team_id and t.access = 'admin'
    join team_members tm on tm.team_id = t.id where tp.project_id = p.id
  ) person ${oneUser("person.user_id")} order by u.username),
  'domains', ${domainsOf("p")},
  'superproject', ${aboveOf("p")},
  'translationOf', (select json_build_object(${addressOf("main")}, 'superproject', ${aboveOf("main")})
    from projects main where main.id = p.translation_of_id and main.deleted_at is null)`);

/** No user has this id: a visitor has no part in anything. */
const nobody = -1;
const callerId = (actor: Actor): number =>
  actor.kind === "user" || actor.kind === "token" ? actor.userId : nobody;

/**
 * The projects `p` of a FROM clause. One statement by hand: every request below a project asks for one, and what Prisma does to make
 * the same of a select costs several times the work of the database (npm run bench -- api).
 */
function selectProjects(
  actor: Actor,
  from: Prisma.Sql,
  extra = Prisma.empty,
  order = Prisma.sql`p.slug`,
): Promise<ProjectRow[]> {
  const me = callerId(actor);
  return selectRows<ProjectRow>(Prisma.sql`
    select ${allColumns}, json_build_object(${forEveryone},
      'organization', (
        select json_build_object('id', o.id, 'slug', o.slug, 'disabledAt', o.disabled_at, 'told', ${toldOrganization(actor)})
        from organizations o where o.id = p.organization_id),
      'maintained', exists (select from project_maintainers m where m.project_id = p.id and m.user_id = ${me}),
      'owned', exists (select from organization_owners w where w.organization_id = p.organization_id and w.user_id = ${me}),
      'accesses', array(select t.access from team_projects tp join teams t on t.id = tp.team_id
        join team_members tm on tm.team_id = t.id where tp.project_id = p.id and tm.user_id = ${me})) as more
      ${extra}
    ${from}
    order by ${order}`);
}

function projectOf(actor: Actor, { more, total: _, ...columns }: ProjectRow): Project {
  const { maintained, owned, accesses, latest, tagNames, organization, administrators, ...rest } = more;
  const mine = (has: boolean) => (has ? [{ userId: callerId(actor) }] : []);
  const off = organization?.disabledAt ?? null;
  const project: Project = {
    ...columns,
    ...rest,
    maintainers: mine(maintained),
    organization: organization && {
      id: organization.id,
      slug: organization.slug,
      disabledAt: off === null ? null : new Date(off),
      owners: mine(owned),
    },
    ownOrganization: organization?.told ? toldOrganizationOf(organization.told) : null,
    teams: accesses.map((access) => ({ team: { access, members: mine(true) } })),
    versions: latest ? [latest] : [],
    tags: tagNames.map((name) => ({ name })),
    administrators: [],
  };
  const isTold = project.organizationId === null || standingIn(actor, project).member;
  if (isTold) project.administrators = administrators;
  return project;
}

const loadProjects = async (actor: Actor, from: Prisma.Sql): Promise<Project[]> =>
  (await selectProjects(actor, from)).map((row) => projectOf(actor, row));

/** What `presentProject` needs besides the row. Loaded for a whole page at once. */
export type ProjectDetails = {
  /** Parents and main-language projects the caller may see. */
  readonly related: ReadonlyMap<number, Project>;
};

const slugForm = /^[a-z0-9_-]{1,63}$/i;

const loadProject = oncePerPage(async (actor: Actor, slug: string): Promise<Project | null> => {
  if (!slugForm.test(slug)) return null;
  const [row] = await loadProjects(
    actor,
    Prisma.sql`from projects p where p.slug = ${slug} and p.deleted_at is null`,
  );
  return row ?? null;
});

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

const loadByIds = async (actor: Actor, ids: readonly number[]): Promise<Project[]> =>
  ids.length === 0 ? [] : loadProjects(actor, Prisma.sql`from projects p where p.id = any(${[...ids]})`);

async function listWhere(
  actor: Actor,
  where: Prisma.ProjectWhereInput,
  page: PageRequest,
): Promise<Found<Granted<"view", Project>>> {
  const found = await db.project.findMany({
    where,
    select: { id: true },
    orderBy: { slug: "asc" },
    take: page.limit,
    skip: page.offset,
  });
  const { count } = await withCount(page, found, () => db.project.count({ where }));
  const rows = await loadByIds(
    actor,
    found.map(({ id }) => id),
  );
  return { count, rows: rows.map((row) => seen(actor, row)) };
}

/** `memberOf` in SQL, about `p`. A superuser's list holds what they have a part in, like everybody's. */
export function memberCondition(actor: Actor): Prisma.Sql {
  if (actor.kind === "system") return Prisma.sql`true`;
  const me = callerId(actor);
  const mine = Prisma.sql`p.id in (
    select project_id from project_maintainers where user_id = ${me}
    union all
    select owned.id from organization_owners w join projects owned on owned.organization_id = w.organization_id
    where w.user_id = ${me}
    union all
    select tp.project_id from team_members tm join team_projects tp on tp.team_id = tm.team_id where tm.user_id = ${me})`;
  if (actor.kind !== "token" || actor.projectIds === null) return mine;
  return Prisma.sql`p.id = any(${[...actor.projectIds]}) and ${mine}`;
}

const has = (column: string, part: string): Prisma.Sql =>
  Prisma.sql`and ${Prisma.raw(column)} ilike ${`%${containing(part).contains}%`}`;

/** A column of the newest build of the default version of `p` that fits; null without one. */
const ofNewest = (column: Prisma.Sql, fits = Prisma.empty): Prisma.Sql => Prisma.sql`(
  select ${column} from builds b
  where b.version_id = (
    select v.id from versions v where v.project_id = p.id and v.slug = p.default_version and v.type <> 'external'
  ) ${fits}
  order by b.created desc, b.id desc limit 1)`;

const lastPassed = ofNewest(Prisma.sql`b.success`, Prisma.sql`and b.state = 'finished'`);

const inState: Readonly<Record<ProjectFilter["state"] & string, Prisma.Sql>> = {
  passing: Prisma.sql`and ${lastPassed}`,
  failing: Prisma.sql`and not ${lastPassed}`,
  not_built: Prisma.sql`and ${lastPassed} is null`,
};

const starredBy = (actor: Actor): Prisma.Sql =>
  Prisma.sql`exists (select from stars s where s.project_id = p.id and s.user_id = ${callerId(actor)})`;

function filterCondition(actor: Actor, filter: ProjectFilter): Prisma.Sql {
  const { name, slug, language, programming_language, organization, privacy_level, state, starred } = filter;
  const conditions = [
    name === undefined ? [] : [has("p.name", name)],
    slug === undefined ? [] : [has("p.slug", slug)],
    language === undefined ? [] : [Prisma.sql`and p.language = ${language}`],
    programming_language === undefined
      ? []
      : [Prisma.sql`and p.programming_language = ${programming_language}`],
    organization === undefined
      ? []
      : [
          Prisma.sql`and p.organization_id = (select o.id from organizations o where o.slug = ${organization})`,
        ],
    privacy_level === undefined ? [] : [Prisma.sql`and p.privacy_level = ${privacy_level}::privacy_level`],
    state === undefined ? [] : [inState[state]],
    starred === undefined ? [] : [Prisma.sql`and ${starredBy(actor)} = ${starred}`],
  ].flat();
  return conditions.length === 0 ? Prisma.empty : Prisma.join(conditions, " ");
}

function orderOf(actor: Actor, sort: ProjectFilter["sort"]): Prisma.Sql {
  switch (sort) {
    case "name":
      return Prisma.sql`lower(p.name), p.slug`;
    case "-starred":
      return Prisma.sql`${starredBy(actor)} desc, lower(p.name), p.slug`;
    case "-last_build":
      return Prisma.sql`${ofNewest(Prisma.sql`b.created`)} desc nulls last, p.slug`;
    case "-created":
      return Prisma.sql`p.created desc, p.slug`;
    default:
      return Prisma.sql`p.slug`;
  }
}

/** The projects the caller has a part in, read-only memberships included (decisions 8), by slug unless told otherwise. */
export async function listProjects(
  actor: Actor,
  filter: ProjectFilter,
  page: PageRequest,
): Promise<Found<Granted<"view", Project>>> {
  const rows = await selectProjects(
    actor,
    Prisma.sql`from (
        select p.id, count(*) over ()::int as total, row_number() over (order by ${orderOf(actor, filter.sort)}) as place
        from projects p
        where p.deleted_at is null and ${memberCondition(actor)} ${filterCondition(actor, filter)}
        order by place limit ${page.limit} offset ${page.offset}
      ) found join projects p on p.id = found.id`,
    Prisma.sql`, found.total`,
    Prisma.sql`found.place`,
  );
  const past = rows.length === 0 && page.offset > 0;
  const count = past
    ? (await listProjects(actor, filter, { limit: 1, offset: 0 })).count
    : (rows[0]?.total ?? 0);
  return { count, rows: rows.map((row) => seen(actor, projectOf(actor, row))) };
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

/** Those of the given projects that exist for the caller, by id. */
export async function findProjects(
  actor: Actor,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Granted<"view", Project>>> {
  const rows = await loadByIds(actor, ids);
  const there = rows.filter((row) => row.deletedAt === null && abilitiesOn(actor, row).view);
  return new Map(there.map((row) => [row.id, seen(actor, row)]));
}

/** The projects that are linked to these remote repositories and that the caller may see, by slug. */
export async function listLinkedProjects(
  actor: Actor,
  remoteRepositoryIds: readonly number[],
): Promise<readonly Granted<"view", Project>[]> {
  if (remoteRepositoryIds.length === 0) return [];
  const linked = await db.project.findMany({
    where: { AND: [visibleTo(actor), { remoteRepositoryId: { in: [...remoteRepositoryIds] } }] },
    select: { id: true },
  });
  const projects = await findProjects(
    actor,
    linked.map(({ id }) => id),
  );
  return [...projects.values()];
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
  if (!first) return { related: new Map() };
  const actor = first.actor;
  const ids = new Set(
    projects.flatMap((project) =>
      [project.translationOf?.id ?? [], project.superproject?.parent.id ?? []].flat(),
    ),
  );
  return { related: await findProjects(actor, [...ids]) };
}
