import { type Granted, grant } from "#lib/access/rules.ts";
import type { Actor, SignedIn } from "#lib/access/schema.ts";
import { emailKey, usernameKey } from "#lib/accounts/rules.ts";
import { db } from "#lib/platform/db/client.ts";
import { notFound } from "#lib/platform/errors.ts";
import type { Prisma } from "#prisma/client/client.ts";

const accountFields = {
  id: true,
  username: true,
  firstName: true,
  lastName: true,
  language: true,
  timeZone: true,
  isSuperuser: true,
  created: true,
  emailAddresses: { where: { isPrimary: true }, select: { address: true, verifiedAt: true } },
} as const satisfies Prisma.UserSelect;

export type Account = Prisma.UserGetPayload<{ select: typeof accountFields }>;

/** The caller's own account. */
export async function getAccount(actor: SignedIn): Promise<Account> {
  const row = await db.user.findUnique({ where: { id: actor.userId }, select: accountFields });
  if (!row) throw notFound("User");
  return row;
}

const signInFields = { id: true, username: true, isSuperuser: true, passwordHash: true } as const;
export type SignInAccount = Prisma.UserGetPayload<{ select: typeof signInFields }>;

/**
 * Who signs in with this name: an active user by username, or by an e-mail address. A verified address wins; an unverified one
 * counts only as long as it is the primary address of nobody else.
 */
export async function findForSignIn(name: string): Promise<SignInAccount | null> {
  if (!name.includes("@")) {
    return db.user.findFirst({
      where: { usernameKey: usernameKey(name), deactivatedAt: null },
      select: signInFields,
    });
  }
  const found = await db.emailAddress.findMany({
    where: {
      addressKey: emailKey(name),
      user: { deactivatedAt: null },
      OR: [{ verifiedAt: { not: null } }, { isPrimary: true }],
    },
    select: { verifiedAt: true, user: { select: signInFields } },
    take: 10,
  });
  const verified = found.find(({ verifiedAt }) => verifiedAt !== null);
  return (verified ?? (found.length === 1 ? found[0] : undefined))?.user ?? null;
}

/** An active user by name, or null. */
export const findUser = (username: string) =>
  db.user.findFirst({
    where: { usernameKey: usernameKey(username), deactivatedAt: null },
    select: { id: true, username: true, isSuperuser: true },
  });

export type User = { readonly id: number; readonly username: string };

/**
 * An account by its exact name, for what belongs to the person: 404 when there is none, 401 or 403 for everybody else but
 * superusers. Names are no secret.
 */
export async function openUser(actor: Actor, username: string): Promise<Granted<"admin", User>> {
  const row = await db.user.findFirst({
    where: { usernameKey: usernameKey(username), username, deactivatedAt: null },
    select: { id: true, username: true },
  });
  const person =
    actor.kind === "user" || (actor.kind === "token" && actor.projectIds === null) ? actor : null;
  const admin = person !== null && (person.superuser || person.userId === row?.id);
  return grant<"admin", User>("admin", actor, row, { view: true, admin }, "User");
}
