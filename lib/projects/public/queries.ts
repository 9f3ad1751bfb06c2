import type { Granted } from "#lib/access/rules.ts";
import type { Actor } from "#lib/access/schema.ts";
import { usernameKey } from "#lib/accounts/rules.ts";
import { selectRows } from "#lib/platform/db/client.ts";
import { containing } from "#lib/platform/db/like.ts";
import type { Found, PageRequest } from "#lib/platform/wire/page.ts";
import type { PublicProjectFilter } from "#lib/projects/public/schema.ts";
import { findProjects, memberCondition, type Project } from "#lib/projects/queries.ts";
import { Prisma } from "#prisma/client/client.ts";

/** A public project with what lists for everybody say of it. */
export type PublicProject = {
  readonly project: Granted<"view", Project>;
  /** The newest build of its default version, as far as that is public. */
  readonly lastBuildId: number | null;
};

type Row = { id: number; lastBuildId: number | null; total: number };

/** Projects that the statement's `person` administers. Who works for an organization is told to its own people only. */
const administeredBy = (actor: Actor): Prisma.Sql => Prisma.sql`
  and p.id in (
    select m.project_id from person join project_maintainers m on m.user_id = person.id
    union all
    select owned.id from person join organization_owners w on w.user_id = person.id
    join projects owned on owned.organization_id = w.organization_id
    union all
    select tp.project_id from person join team_members tm on tm.user_id = person.id
    join teams t on t.id = tm.team_id and t.access = 'admin' join team_projects tp on tp.team_id = t.id)
  and (p.organization_id is null or ${memberCondition(actor)})`;

function filterCondition(actor: Actor, { q, language, tag, username }: PublicProjectFilter): Prisma.Sql {
  const like = q === undefined ? "" : `%${containing(q).contains}%`;
  const conditions = [
    q === undefined
      ? []
      : [Prisma.sql`and (p.name ilike ${like} or p.slug ilike ${like} or p.description ilike ${like})`],
    language === undefined ? [] : [Prisma.sql`and p.language = ${language}`],
    tag === undefined
      ? []
      : [Prisma.sql`and p.id in (select t.project_id from project_tags t where t.name = ${tag})`],
    username === undefined ? [] : [administeredBy(actor)],
  ].flat();
  return conditions.length === 0 ? Prisma.empty : Prisma.join(conditions, " ");
}

/**
 * The public projects of the instance, whoever asks, by slug or latest build first. Those of an organization that is switched off are
 * none of them.
 */
export async function listPublicProjects(
  actor: Actor,
  filter: PublicProjectFilter,
  page: PageRequest,
): Promise<Found<PublicProject>> {
  const order = filter.sort === "last_build" ? Prisma.sql`last.created desc nulls last,` : Prisma.empty;
  const rows = await selectRows<Row>(Prisma.sql`
    with person as (
      select id from users where username_key = ${usernameKey(filter.username ?? "")} and deactivated_at is null)
    select p.id, last.id as "lastBuildId", count(*) over ()::int as total
    from projects p
    left join organizations o on o.id = p.organization_id
    left join versions v on v.project_id = p.id and v.slug = p.default_version
      and v.privacy_level = 'public' and v.type <> 'external'
    left join lateral (
      select b.id, b.created from builds b where b.version_id = v.id order by b.created desc, b.id desc limit 1
    ) last on true
    where p.privacy_level = 'public' and p.deleted_at is null and o.disabled_at is null and o.deleted_at is null
      ${filterCondition(actor, filter)}
    order by ${order} p.slug
    limit ${page.limit} offset ${page.offset}`);
  const past = rows.length === 0 && page.offset > 0;
  const count = past
    ? (await listPublicProjects(actor, filter, { limit: 1, offset: 0 })).count
    : (rows[0]?.total ?? 0);
  const projects = await findProjects(
    actor,
    rows.map(({ id }) => id),
  );
  return {
    count,
    rows: rows.flatMap(({ id, lastBuildId }) => {
      const project = projects.get(id);
      return project ? [{ project, lastBuildId }] : [];
    }),
  };
}
