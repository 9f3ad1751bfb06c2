import type { SignedIn } from "#lib/access/schema.ts";
import { passkeyFields } from "#lib/accounts/passkeys/queries.ts";
import { db } from "#lib/platform/db/client.ts";
import type { Prisma } from "#prisma/client/client.ts";

const factorFields = {
  totpSecret: { select: { confirmedAt: true } },
  passkeys: { select: passkeyFields, orderBy: { id: "asc" } },
  _count: { select: { recoveryCodes: { where: { usedAt: null } } } },
} as const satisfies Prisma.UserSelect;

export type SecondFactors = Prisma.UserGetPayload<{ select: typeof factorFields }>;

/** What the caller's account has besides its password. */
export const getSecondFactors = (actor: SignedIn): Promise<SecondFactors> =>
  db.user.findUniqueOrThrow({ where: { id: actor.userId }, select: factorFields });

/** Whether the password alone does not log in to an account. */
export async function needsSecondFactor(userId: number): Promise<boolean> {
  const has = [{ totpSecret: { confirmedAt: { not: null } } }, { passkeys: { some: {} } }];
  return (await db.user.count({ where: { id: userId, OR: has } })) > 0;
}
