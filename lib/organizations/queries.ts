import { type Granted, grant, nothing } from "#lib/access/rules.ts";
import type { Ability, Actor } from "#lib/access/schema.ts";
import { oncePerPage } from "#lib/auth/once-per-page.ts";
import { abilitiesOn, callerId, memberId, memberOf } from "#lib/organizations/policy.ts";
import { db } from "#lib/platform/db/client.ts";
import { jsonOf } from "#lib/platform/db/columns.ts";
import { type Found, type PageRequest, withCount } from "#lib/platform/wire/page.ts";
import { Prisma } from "#prisma/client/client.ts";

const toldFields = {
  slug: true,
  name: true,
  email: true,
  url: true,
  description: true,
  disabledAt: true,
  created: true,
  modified: true,
} as const satisfies Prisma.OrganizationSelect;

const organizationFields = {
  ...toldFields,
  id: true,
  rowVersion: true,
  owners: {
    where: { user: { deactivatedAt: null } },
    select: { userId: true, user: { select: { username: true } } },
    orderBy: { user: { username: "asc" } },
  },
} as const satisfies Prisma.OrganizationSelect;

export type Organization = Prisma.OrganizationGetPayload<{ select: typeof organizationFields }>;

const loadOrganization = oncePerPage((slug: string, userId: number) =>
  db.organization.findFirst({
    where: { slug, deletedAt: null },
    select: {
      ...organizationFields,
      teams: { where: { members: { some: { userId } } }, select: { id: true }, take: 1 },
    },
  }),
);

/** The organization of a slug with the proof that the caller may see or change it; 404 or 403 otherwise. */
export async function openOrganization<A extends Ability>(
  actor: Actor,
  slug: string,
  ability: A,
): Promise<Granted<A, Organization>> {
  const userId = callerId(actor);
  const found = await loadOrganization(slug, userId);
  if (!found) return grant<A, Organization>(ability, actor, null, nothing, "Organization");
  const { teams, ...row } = found;
  const ownedByCaller = row.owners.some((owner) => owner.userId === userId);
  const may = abilitiesOn(actor, { ownedByCaller, joinedByCaller: teams.length > 0 });
  return grant<A, Organization>(ability, actor, row, may, "Organization");
}

/** The caller's organizations by name. */
export async function listOrganizations(actor: Actor, page: PageRequest): Promise<Found<Organization>> {
  const where = memberOf(actor);
  const rows = await db.organization.findMany({
    where,
    select: organizationFields,
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take: page.limit,
    skip: page.offset,
  });
  return withCount(page, rows, () => db.organization.count({ where }));
}

/** What an organization's own people are told of it. */
export type ToldOrganization = Prisma.OrganizationGetPayload<{ select: typeof toldFields }> & {
  readonly owners: readonly { readonly user: { readonly username: string } }[];
};

/** The same as JSON has it. */
export type ToldOrganizationJson = Omit<
  ToldOrganization,
  "disabledAt" | "created" | "modified" | "owners"
> & {
  readonly disabledAt: string | null;
  readonly created: string;
  readonly modified: string;
  readonly owners: readonly string[];
};

/** `ToldOrganizationJson` of the organization `o` in SQL; null where the caller does not belong to it (`memberOf`). */
export function toldOrganization(actor: Actor): Prisma.Sql {
  const me = memberId(actor);
  return Prisma.sql`case when o.deleted_at is null and (
      exists (select from organization_owners w where w.organization_id = o.id and w.user_id = ${me})
      or exists (select from teams t join team_members m on m.team_id = t.id
        where t.organization_id = o.id and m.user_id = ${me})
    ) then json_build_object(${Prisma.raw(jsonOf("o", toldFields))}, 'owners', array(
      select u.username from organization_owners w join users u on u.id = w.user_id
      where w.organization_id = o.id and u.deactivated_at is null order by u.username
    )) end`;
}

export const toldOrganizationOf = (told: ToldOrganizationJson): ToldOrganization => ({
  ...told,
  disabledAt: told.disabledAt === null ? null : new Date(told.disabledAt),
  created: new Date(told.created),
  modified: new Date(told.modified),
  owners: told.owners.map((username) => ({ user: { username } })),
});
