import { usernameKey } from "#lib/accounts/rules.ts";
import { db } from "#lib/platform/db/client.ts";
import { notFound } from "#lib/platform/errors.ts";
import type { Prisma } from "#prisma/client/client.ts";

const profileFields = {
  username: true,
  firstName: true,
  lastName: true,
  created: true,
} as const satisfies Prisma.UserSelect;

export type Profile = Prisma.UserGetPayload<{ select: typeof profileFields }>;

/** What everybody may know of an account, by its exact name; 404 without one, and when it is switched off. Names are no secret. */
export async function getProfile(username: string): Promise<Profile> {
  const row = await db.user.findFirst({
    where: { usernameKey: usernameKey(username), username, deactivatedAt: null },
    select: profileFields,
  });
  if (!row) throw notFound("User");
  return row;
}
