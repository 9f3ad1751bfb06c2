import type { Actor, SignedIn } from "#lib/access/schema.ts";
import { mailEmailCode } from "#lib/accounts/jobs.ts";
import { emailCodeMail } from "#lib/accounts/present.ts";
import { emailKey, passwordProblem, usernameKey } from "#lib/accounts/rules.ts";
import type { PasswordInput, ProfileInput, SignUpInput } from "#lib/accounts/schema.ts";
import { endSessionsWhere } from "#lib/accounts/sessions/commands.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { isDuplicate, onDuplicate } from "#lib/platform/db/conflict.ts";
import { env } from "#lib/platform/env.ts";
import { forbidden, invalid, type Problem, throttled } from "#lib/platform/errors.ts";
import { sendMail } from "#lib/platform/mail/mail.ts";
import { hashPassword, passwordMatches } from "#lib/platform/passwords/passwords.ts";
import { networkOf } from "#lib/platform/peer/peer.ts";
import { count, forget } from "#lib/platform/rate/counters.ts";
import { randomToken, sha256 } from "#lib/platform/secrets/tokens.ts";

const SIGN_UPS_PER_HOUR = 100;
const PASSWORD_TRIES = 10;
const TRIES_SECONDS = 15 * 60;
const CODE_BYTES = 24;
/** The notice of somebody whose address waits to be verified. */
const emailPending = "core:email:validation-pending";
const CODE_LIVES_MS = 3 * 24 * 3_600_000;

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
 * with 400 on the field that is wrong. `invitedAddress` is what the link of an invitation proves: it lets people in where sign-up is
 * by invitation, and its address needs no other proof.
 */
export async function signUp(
  actor: Actor,
  input: SignUpInput,
  invitedAddress: string | null = null,
): Promise<{ username: string }> {
  if (env.SIGN_UP === "closed") throw forbidden("Sign-up is closed on this server.");
  if (env.SIGN_UP === "invited" && invitedAddress === null) throw forbidden("Sign-up is by invitation only.");
  if (invitedAddress !== null && emailKey(invitedAddress) !== emailKey(input.email))
    throw invalid({ email: ["The invitation was sent to another address."] });
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
    emailVerified: invitedAddress !== null,
  });
}

const recordAccount = (c: Command, action: string, user: { id: number; username: string }) =>
  c.record({ action, subjectKind: "user", subjectId: user.id, subjectLabel: user.username });

/** Mails the code of an address that is not verified yet; what became verified or deactivated meanwhile gets none. */
export async function sendEmailCode({ userId, address }: { userId: number; address: string }): Promise<void> {
  const waiting = await db.emailAddress.findFirst({
    where: { userId, addressKey: emailKey(address), verifiedAt: null, user: { deactivatedAt: null } },
    select: { user: { select: { username: true } } },
  });
  if (!waiting) return;
  const code = randomToken(CODE_BYTES, "");
  await db.oneTimeCode.create({
    data: {
      purpose: "verify_email",
      codeHash: sha256(code),
      userId,
      target: { address },
      expiresAt: new Date(clock.now().getTime() + CODE_LIVES_MS),
    },
  });
  await sendMail({ to: address, ...emailCodeMail(waiting.user.username, code) });
}

/** Spends a code sent by mail: the address it was sent to is verified. Refuses with 400 on `code`, whatever is wrong with it. */
export async function verifyEmail(actor: Actor, code: string): Promise<void> {
  const refusal = invalid({ code: ["This code is not valid or no longer valid."] });
  await command(actor, async (c) => {
    const codeHash = sha256(code);
    const spent = await c.tx.oneTimeCode.updateMany({
      where: { codeHash, purpose: "verify_email", usedAt: null, expiresAt: { gt: clock.now() } },
      data: { usedAt: clock.now() },
    });
    if (spent.count !== 1) throw refusal;
    const { user, target } = await c.tx.oneTimeCode.findUniqueOrThrow({
      where: { codeHash },
      select: { target: true, user: { select: { id: true, username: true } } },
    });
    const address = target && typeof target === "object" && "address" in target ? target.address : null;
    if (typeof address !== "string") throw refusal;
    await proveAddress(c, user.id, address, refusal);
    await c.tx.notice.updateMany({
      where: { userId: user.id, messageId: emailPending, state: { in: ["unread", "read"] } },
      data: { state: "cancelled", modified: clock.now() },
    });
    await recordAccount(c, "account.email.verify", user);
  });
}

/** An address of an account is its owner's; `refusal` when it was verified for another account. */
export async function proveAddress(
  c: Command,
  userId: number,
  address: string,
  refusal: Problem,
): Promise<void> {
  await c.tx.emailAddress
    .updateMany({
      where: { userId, addressKey: emailKey(address), verifiedAt: null },
      data: { verifiedAt: clock.now() },
    })
    .catch((error: unknown) => {
      throw isDuplicate(error, "email_addresses_verified_key") ? refusal : error;
    });
}

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

/**
 * Changes the caller's password and ends every other session. Refuses with 400 on the field that is wrong, with 429 after too many
 * wrong passwords: a session somebody left open is no place to guess.
 */
export async function changePassword(
  actor: Extract<Actor, { kind: "user" }>,
  input: PasswordInput,
): Promise<void> {
  const tries = `password:${actor.userId}`;
  const { allowed, retryAfterSeconds } = await count(tries, TRIES_SECONDS, PASSWORD_TRIES);
  if (!allowed) throw throttled(retryAfterSeconds);
  const { passwordHash } = await db.user.findUniqueOrThrow({
    where: { id: actor.userId },
    select: { passwordHash: true },
  });
  if (!(await passwordMatches(passwordHash, input.current_password)))
    throw invalid({ current_password: ["Your old password was entered incorrectly."] });
  await forget(tries, TRIES_SECONDS);
  const problem = passwordProblem(input.new_password, actor.username);
  if (problem) throw invalid({ new_password: [problem] });
  const renewed = await hashPassword(input.new_password);
  await command(actor, async (c) => {
    await c.tx.user.update({
      where: { id: actor.userId },
      data: { passwordHash: renewed, modified: clock.now() },
    });
    await recordAccount(c, "account.password.change", { id: actor.userId, username: actor.username });
    await endSessionsWhere(c, { userId: actor.userId, id: { not: actor.sessionId } });
  });
}

/** Removes the codes that can no longer be spent: those that ran out more than a day ago. Returns how many. */
export async function removeOldCodes(): Promise<number> {
  const before = new Date(clock.now().getTime() - 24 * 3_600_000);
  const { count: removed } = await db.oneTimeCode.deleteMany({ where: { expiresAt: { lt: before } } });
  return removed;
}
