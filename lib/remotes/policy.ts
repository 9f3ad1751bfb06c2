import type { Actor } from "#lib/access/schema.ts";
import type { Prisma } from "#prisma/client/client.ts";

/** No user has this id. */
const nobody = -1;

/**
 * What of the code hosts exists for the caller: what the accounts they have connected reach, a superuser included. A token confined
 * to projects reaches nothing beside them.
 */
export function ownMemberships(actor: Actor): Prisma.RemoteMembershipWhereInput {
  const person =
    actor.kind === "user" || (actor.kind === "token" && actor.projectIds === null) ? actor : null;
  return { account: { userId: person?.userId ?? nobody } };
}
