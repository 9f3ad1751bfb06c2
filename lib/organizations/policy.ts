import { type Abilities, type Granted, nothing } from "#lib/access/rules.ts";
import type { Actor } from "#lib/access/schema.ts";
import type { Prisma } from "#prisma/client/client.ts";

/** What a loaded organization tells about the caller: the caller's own memberships, nobody else's. */
export type OrganizationAccess = {
  readonly ownedByCaller: boolean;
  readonly joinedByCaller: boolean;
};

/** A token confined to projects reaches nothing beside them. */
const person = (actor: Actor) =>
  actor.kind === "user" || (actor.kind === "token" && actor.projectIds === null) ? actor : null;

/** Owners may change an organization; owners and team members see it; for everybody else it does not exist. */
export function abilitiesOn(actor: Actor, organization: OrganizationAccess): Abilities {
  if (actor.kind === "system") return { view: true, admin: true };
  const caller = person(actor);
  if (!caller) return nothing;
  const admin = caller.superuser || organization.ownedByCaller;
  return { view: admin || organization.joinedByCaller, admin };
}

/** No user has the id of somebody who is not signed in. */
export const callerId = (actor: Actor): number =>
  actor.kind === "user" || actor.kind === "token" ? actor.userId : -1;

/** Whether the caller may change the organization: one of its owners, or a superuser. */
export function isOwner(organization: Granted<"view", { owners: readonly { userId: number }[] }>): boolean {
  const userId = callerId(organization.actor);
  const ownedByCaller = organization.owners.some((owner) => owner.userId === userId);
  return abilitiesOn(organization.actor, { ownedByCaller, joinedByCaller: true }).admin;
}

/** The user whose memberships make an organization the caller's own: nobody for a token confined to projects. */
export const memberId = (actor: Actor): number => person(actor)?.userId ?? -1;

/** The organizations of a list: those the caller belongs to, a superuser included. */
export function memberOf(actor: Actor): Prisma.OrganizationWhereInput {
  const caller = person(actor);
  if (!caller) return { id: { in: [] } };
  const mine = { some: { userId: caller.userId } };
  return { deletedAt: null, OR: [{ owners: mine }, { teams: { some: { members: mine } } }] };
}

/** The teams of an organization that the caller sees: owners all, members their own (decision 8). */
export function teamsVisibleTo(actor: Actor, owner: boolean): Prisma.TeamWhereInput {
  const caller = person(actor);
  if (owner) return {};
  return caller ? { members: { some: { userId: caller.userId } } } : { id: { in: [] } };
}

/** The people of an organization: its owners and those in its teams. */
export const belongsTo = (organizationId: number): Prisma.UserWhereInput => ({
  OR: [
    { ownedOrganizations: { some: { organizationId } } },
    { teamMemberships: { some: { team: { organizationId } } } },
  ],
});

/** The invitations that nobody has answered or withdrawn; they may have run out. */
export const unanswered = {
  acceptedAt: null,
  declinedAt: null,
  revokedAt: null,
} as const satisfies Prisma.InvitationWhereInput;
