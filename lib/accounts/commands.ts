import type { Actor, SignedIn } from "#lib/access/schema.ts";
import { emailPending } from "#lib/accounts/emails/rules.ts";
import { mailEmailCode } from "#lib/accounts/jobs.ts";
import { domainOf, emailKey, usernameKey } from "#lib/accounts/rules.ts";
import type { ProfileInput, SignUpInput } from "#lib/accounts/schema.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { getSignUp } from "#lib/instance/queries.ts";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { onDuplicate } from "#lib/platform/db/conflict.ts";
import { forbidden, invalid, throttled } from "#lib/platform/errors.ts";
import { hashPassword } from "#lib/platform/passwords/passwords.ts";
import { networkOf } from "#lib/platform/peer/peer.ts";
import { count } from "#lib/platform/rate/counters.ts";
import type { Prisma } from "#prisma/client/client.ts";

const SIGN_UPS_PER_HOUR = 100;

export type NewAccount = {
  username: string;
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  superuser: boolean;
  /** Whether somebody vouches for the address; otherwise its code must come back first. */
  emailVerified: boolean;
};

/**
 * A new account. An address nobody vouches for is mailed a code that proves it.
 * Refuses with 400 on `username` or `email` when one is taken; an unverified address is taken by nobody.
 */
export async function createAccount(
  actor: Actor,
  input: NewAccount,
): Promise<{ id: number; username: string }> {
  const passwordHash = await hashPassword(input.password);
  return command(actor, async (c) => {
    const user = await c.tx.user
      .create({
        data: {
          username: input.username,
          usernameKey: usernameKey(input.username),
          firstName: input.firstName,
          lastName: input.lastName,
          passwordHash,
          isSuperuser: input.superuser,
          emailAddresses: {
            create: {
              address: input.email,
              addressKey: emailKey(input.email),
              isPrimary: true,
              verifiedAt: input.emailVerified ? clock.now() : null,
            },
          },
        },
        select: { id: true, username: true },
      })
      .catch(onDuplicate("users_username_key_key", "username", "A user with that username already exists."))
      .catch(onDuplicate("email_addresses_verified_key", "email", "A user with that email already exists."));
    await recordAccount(c, "account.create", user);
    // A superuser may read all documentation there is.
    if (input.superuser) await c.notify("site_changed", "all");
    if (!input.emailVerified) {
      const values = { address: input.email };
      await c.tx.notice.create({
        data: { userId: user.id, messageId: emailPending, values },
        select: { id: true },
      });
      await c.enqueue(mailEmailCode, { userId: user.id, ...values });
    }
    return user;
  });
}

/**
 * Somebody makes an account of their own. Refuses with 403 unless sign-up is open, with 429 after too many from one address,
 * with 400 on the field that is wrong. `invited` is whom the link of an invitation is for: it lets people in where sign-up is by
 * invitation, and a link that was mailed proves its address.
 */
export async function signUp(
  actor: Actor,
  input: SignUpInput,
  invited: { address: string; proven: boolean } | null = null,
): Promise<{ username: string }> {
  const { mode, emailDomains } = await getSignUp();
  if (mode === "closed") throw forbidden("Sign-up is closed on this server.");
  if (mode === "invited" && invited === null) throw forbidden("Sign-up is by invitation only.");
  if (invited !== null && emailKey(invited.address) !== emailKey(input.email))
    throw invalid({ email: ["The invitation was sent to another address."] });
  if (invited === null && emailDomains.length > 0 && !emailDomains.includes(domainOf(input.email)))
    throw invalid({ email: [`Use an address of ${emailDomains.join(" or ")}.`] });
  const from = actor.kind === "system" ? "system" : networkOf(actor.address);
  const { allowed, retryAfterSeconds } = await count(`sign-up:${from}`, 3600, SIGN_UPS_PER_HOUR);
  if (!allowed) throw throttled(retryAfterSeconds, "Too many sign-ups. Try again later.");
  return createAccount(actor, {
    username: input.username,
    email: input.email,
    password: input.password,
    firstName: input.first_name,
    lastName: input.last_name,
    superuser: false,
    emailVerified: invited?.proven === true,
  });
}

/** Writes into the history of an account, which its owner reads as the security log. */
export const recordAccount = (
  c: Command,
  action: `${"account" | "session"}.${string}`,
  user: { id: number; username: string },
  changes?: Prisma.InputJsonObject,
): Promise<void> =>
  c.record({
    action,
    subjectKind: "user",
    subjectId: user.id,
    subjectLabel: user.username,
    ...(changes && { changes }),
  });

/** Changes the caller's profile; fields that are absent stay. A token confined to projects may not. */
export async function updateProfile(actor: SignedIn, input: ProfileInput): Promise<void> {
  if (actor.kind === "token" && actor.projectIds !== null) throw forbidden();
  await command(actor, async (c) => {
    await c.tx.user.update({
      where: { id: actor.userId },
      data: {
        ...(input.first_name !== undefined && { firstName: input.first_name }),
        ...(input.last_name !== undefined && { lastName: input.last_name }),
        ...(input.time_zone !== undefined && { timeZone: input.time_zone }),
        modified: clock.now(),
      },
    });
    await recordAccount(c, "account.update", { id: actor.userId, username: actor.username });
  });
}

/** Removes the codes and challenges that can no longer be spent: those that ran out more than a day ago. Returns how many. */
export async function removeOldCodes(): Promise<number> {
  const before = new Date(clock.now().getTime() - 24 * 3_600_000);
  const where = { expiresAt: { lt: before } };
  const codes = await db.oneTimeCode.deleteMany({ where });
  const challenges = await db.passkeyChallenge.deleteMany({ where });
  return codes.count + challenges.count;
}
