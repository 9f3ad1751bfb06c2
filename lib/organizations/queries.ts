import { type Granted, grant, nothing } from "#lib/access/rules.ts";
import type { Ability, Actor } from "#lib/access/schema.ts";
import { abilitiesOn, memberOf } from "#lib/organizations/policy.ts";
import { db } from "#lib/platform/db/client.ts";
import type { Found, PageRequest } from "#lib/platform/wire/page.ts";
import type { Prisma } from "#prisma/client/client.ts";

const organizationFields = {
  id: true,
  rowVersion: true,
  slug: true,
  name: true,
  email: true,
  url: true,
  description: true,
  disabledAt: true,
  created: true,
  modified: true,
  owners: {
    where: { user: { deactivatedAt: null } },
    select: { userId: true, user: { select: { username: true } } },
    orderBy: { user: { username: "asc" } },
  },
} as const satisfies Prisma.OrganizationSelect;

export type Organization = Prisma.OrganizationGetPayload<{ select: typeof organizationFields }>;

/** No user has the id of somebody who is not signed in. */
export const callerId = (actor: Actor): number =>
  actor.kind === "user" || actor.kind === "token" ? actor.userId : -1;

/** The organization of a slug with the proof that the caller may see or change it; 404 or 403 otherwise. */
export async function openOrganization<A extends Ability>(
  actor: Actor,
  slug: string,
  ability: A,
): Promise<Granted<A, Organization>> {
  const userId = callerId(actor);
  const found = await db.organization.findFirst({
    where: { slug, deletedAt: null },
    select: {
      ...organizationFields,
      teams: { where: { members: { some: { userId } } }, select: { id: true }, take: 1 },
    },
  });
  if (!found) return grant<A, Organization>(ability, actor, null, nothing, "Organization");
  const { teams, ...row } = found;
  const ownedByCaller = row.owners.some((owner) => owner.userId === userId);
  const may = abilitiesOn(actor, { ownedByCaller, joinedByCaller: teams.length > 0 });
  return grant<A, Organization>(ability, actor, row, may, "Organization");
}

/** Whether the caller may change the organization: one of its owners, or a superuser. */
export function isOwner(organization: Granted<"view", Organization>): boolean {
  const userId = callerId(organization.actor);
  const ownedByCaller = organization.owners.some((owner) => owner.userId === userId);
  return abilitiesOn(organization.actor, { ownedByCaller, joinedByCaller: true }).admin;
}

/** The caller's organizations by name. */
export async function listOrganizations(actor: Actor, page: PageRequest): Promise<Found<Organization>> {
  const where = memberOf(actor);
  const [count, rows] = await Promise.all([
    db.organization.count({ where }),
    db.organization.findMany({
      where,
      select: organizationFields,
      orderBy: [{ name: "asc" }, { id: "asc" }],
      take: page.limit,
      skip: page.offset,
    }),
  ]);
  return { count, rows };
}

/** Those of the given organizations that the caller belongs to, by id. */
export async function findOrganizations(
  actor: Actor,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Organization>> {
  if (ids.length === 0) return new Map();
  const rows = await db.organization.findMany({
    where: { AND: [memberOf(actor), { id: { in: [...ids] } }] },
    select: organizationFields,
  });
  return new Map(rows.map((row) => [row.id, row]));
}
