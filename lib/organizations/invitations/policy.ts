import type { Abilities } from "#lib/access/rules.ts";
import type { Actor } from "#lib/access/schema.ts";
import type { InvitationStatus } from "#lib/organizations/invitations/rules.ts";
import { unanswered } from "#lib/organizations/policy.ts";
import type { Prisma } from "#prisma/client/client.ts";

/** `invitationStatus` as a WHERE; without a status all that wait for an answer, run out or not. */
export function havingStatus(status: InvitationStatus | undefined, now: Date): Prisma.InvitationWhereInput {
  if (status === "accepted") return { acceptedAt: { not: null } };
  if (status === "declined") return { declinedAt: { not: null } };
  if (status === "revoked") return { revokedAt: { not: null } };
  if (status === "pending") return { ...unanswered, expiresAt: { gt: now } };
  if (status === "expired") return { ...unanswered, expiresAt: { lte: now } };
  return unanswered;
}

/** The invitations a link still leads to. */
export const answerable = (now: Date): Prisma.InvitationWhereInput => ({
  ...havingStatus("pending", now),
  organization: { deletedAt: null },
});

type Address = { readonly userId: number; readonly verifiedAt: Date | null };

/**
 * Whoever holds the link may look. Answering takes an account with the address: verified, or verified by this very link, which only
 * its mailbox got, unless it is verified for somebody else. A token confined to projects answers nothing.
 */
export function abilitiesOn(actor: Actor, addresses: readonly Address[]): Abilities {
  const person = actor.kind === "user" || (actor.kind === "token" && actor.projectIds === null);
  const own = person && addresses.find(({ userId }) => userId === actor.userId);
  const strange = addresses.some((address) => address !== own && address.verifiedAt !== null);
  return { view: true, admin: own ? !strange : false };
}
