import { type Granted, grant, nothing } from "#lib/access/rules.ts";
import type { Ability } from "#lib/access/schema.ts";
import { usernameKey } from "#lib/accounts/rules.ts";
import { belongsTo, callerId, isOwner, teamsVisibleTo } from "#lib/organizations/policy.ts";
import type { Organization } from "#lib/organizations/queries.ts";
import { db } from "#lib/platform/db/client.ts";
import { type Found, type PageRequest, withCount } from "#lib/platform/wire/page.ts";
import type { Prisma } from "#prisma/client/client.ts";

type Seen = Granted<"view", Organization>;

/** Which of a member's teams are shown depends on who looks (decision 8). */
const memberFields = (organization: Seen) =>
  ({
    id: true,
    username: true,
    firstName: true,
    lastName: true,
    lastActiveAt: true,
    totpSecret: { select: { confirmedAt: true } },
    _count: { select: { passkeys: true } },
    ownedOrganizations: {
      where: { organizationId: organization.id },
      select: { organizationId: true },
    },
    teamMemberships: {
      where: {
        team: {
          organizationId: organization.id,
          ...teamsVisibleTo(organization.actor, isOwner(organization)),
        },
      },
      select: { team: { select: { name: true, slug: true, access: true } } },
      orderBy: { teamId: "asc" },
    },
  }) as const satisfies Prisma.UserSelect;

export type Member = Prisma.UserGetPayload<{ select: ReturnType<typeof memberFields> }> & {
  organization: Seen;
};

/** The people of an organization, or only its owners, by username. */
export async function listMembers(
  organization: Seen,
  page: PageRequest,
  only?: "owners",
): Promise<Found<Member>> {
  const owners = { ownedOrganizations: { some: { organizationId: organization.id } } };
  const where = { deactivatedAt: null, ...(only === "owners" ? owners : belongsTo(organization.id)) };
  const rows = await db.user.findMany({
    where,
    select: memberFields(organization),
    orderBy: [{ username: "asc" }, { id: "asc" }],
    take: page.limit,
    skip: page.offset,
  });
  const { count } = await withCount(page, rows, () => db.user.count({ where }));
  return { count, rows: rows.map((row) => ({ ...row, organization })) };
}

/** One of an organization's people. Owners may remove anybody, everybody may leave: that is what `admin` means here. */
export async function openMember<A extends Ability>(
  organization: Seen,
  username: string,
  ability: A,
): Promise<Granted<A, Member>> {
  const { actor } = organization;
  const row = await db.user.findFirst({
    where: { usernameKey: usernameKey(username), deactivatedAt: null, ...belongsTo(organization.id) },
    select: memberFields(organization),
  });
  if (!row) return grant<A, Member>(ability, actor, null, nothing, "User");
  const may = { view: true, admin: isOwner(organization) || row.id === callerId(actor) };
  return grant<A, Member>(ability, actor, { ...row, organization }, may, "User");
}
