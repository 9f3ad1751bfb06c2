import type { Granted } from "#lib/access/rules.ts";
import { abilitiesOn, teamsVisibleTo } from "#lib/organizations/policy.ts";
import type { Organization } from "#lib/organizations/queries.ts";
import { db } from "#lib/platform/db/client.ts";
import type { Found, PageRequest } from "#lib/platform/wire/page.ts";
import type { Prisma } from "#prisma/client/client.ts";

const teamFields = {
  name: true,
  slug: true,
  access: true,
  created: true,
  modified: true,
  members: {
    where: { user: { deactivatedAt: null } },
    select: { user: { select: { username: true } } },
    orderBy: { user: { username: "asc" } },
  },
} as const satisfies Prisma.TeamSelect;

export type Team = Prisma.TeamGetPayload<{ select: typeof teamFields }>;

/** The teams the caller sees: owners all, members their own. */
export async function listTeams(
  organization: Granted<"view", Organization>,
  page: PageRequest,
): Promise<Found<Team>> {
  const { actor } = organization;
  const caller = actor.kind === "user" || actor.kind === "token" ? actor.userId : null;
  const ownedByCaller = organization.owners.some(({ userId }) => userId === caller);
  const owner = abilitiesOn(actor, { ownedByCaller, joinedByCaller: true }).admin;
  const where = { organizationId: organization.id, ...teamsVisibleTo(actor, owner) };
  const [count, rows] = await Promise.all([
    db.team.count({ where }),
    db.team.findMany({
      where,
      select: teamFields,
      orderBy: { id: "asc" },
      take: page.limit,
      skip: page.offset,
    }),
  ]);
  return { count, rows };
}
