import { type Granted, grant, nothing } from "#lib/access/rules.ts";
import type { Ability } from "#lib/access/schema.ts";
import { usernameKey } from "#lib/accounts/rules.ts";
import { callerId, isOwner, teamsVisibleTo } from "#lib/organizations/policy.ts";
import type { Organization } from "#lib/organizations/queries.ts";
import { db } from "#lib/platform/db/client.ts";
import { type Found, type PageRequest, withCount } from "#lib/platform/wire/page.ts";
import type { Prisma } from "#prisma/client/client.ts";

const teamFields = {
  id: true,
  organizationId: true,
  name: true,
  slug: true,
  access: true,
  created: true,
  modified: true,
  members: {
    where: { user: { deactivatedAt: null } },
    select: { userId: true, user: { select: { username: true } } },
    orderBy: { user: { username: "asc" } },
  },
} as const satisfies Prisma.TeamSelect;

export type Team = Prisma.TeamGetPayload<{ select: typeof teamFields }>;

/** The teams the caller sees: owners all, members their own. */
export async function listTeams(
  organization: Granted<"view", Organization>,
  page: PageRequest,
): Promise<Found<Team>> {
  const where = {
    organizationId: organization.id,
    ...teamsVisibleTo(organization.actor, isOwner(organization)),
  };
  const rows = await db.team.findMany({
    where,
    select: teamFields,
    orderBy: { id: "asc" },
    take: page.limit,
    skip: page.offset,
  });
  return withCount(page, rows, () => db.team.count({ where }));
}

/** A team of the organization: owners change it, its members see it, for all others it does not exist. */
export async function openTeam<A extends Ability>(
  organization: Granted<"view", Organization>,
  slug: string,
  ability: A,
): Promise<Granted<A, Team>> {
  const { actor } = organization;
  const row = await db.team.findUnique({
    where: { organizationId_slug: { organizationId: organization.id, slug } },
    select: teamFields,
  });
  if (!row) return grant<A, Team>(ability, actor, null, nothing, "Team");
  const admin = isOwner(organization);
  const joined = row.members.some(({ userId }) => userId === callerId(actor));
  return grant<A, Team>(ability, actor, row, { view: admin || joined, admin }, "Team");
}

const memberFields = {
  userId: true,
  teamId: true,
  created: true,
  user: { select: { username: true } },
  team: { select: { slug: true, organizationId: true } },
} as const satisfies Prisma.TeamMemberSelect;

export type TeamMember = Prisma.TeamMemberGetPayload<{ select: typeof memberFields }>;

/** A team's members by username. */
export async function listTeamMembers(
  team: Granted<"view", Team>,
  page: PageRequest,
): Promise<Found<TeamMember>> {
  const where = { teamId: team.id, user: { deactivatedAt: null } };
  const rows = await db.teamMember.findMany({
    where,
    select: memberFields,
    orderBy: [{ user: { username: "asc" } }, { userId: "asc" }],
    take: page.limit,
    skip: page.offset,
  });
  return withCount(page, rows, () => db.teamMember.count({ where }));
}

/** One member of a team. Owners may remove anybody, everybody may leave: that is what `admin` means here. */
export async function openTeamMember<A extends Ability>(
  organization: Granted<"view", Organization>,
  team: Granted<"view", Team>,
  username: string,
  ability: A,
): Promise<Granted<A, TeamMember>> {
  const { actor } = team;
  const row = await db.teamMember.findFirst({
    where: { teamId: team.id, user: { usernameKey: usernameKey(username), deactivatedAt: null } },
    select: memberFields,
  });
  if (!row) return grant<A, TeamMember>(ability, actor, null, nothing, "User");
  const may = { view: true, admin: isOwner(organization) || row.userId === callerId(actor) };
  return grant<A, TeamMember>(ability, actor, row, may, "User");
}
