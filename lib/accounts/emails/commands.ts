import type { Actor } from "#lib/access/schema.ts";
import { recordAccount } from "#lib/accounts/commands.ts";
import { emailCodeMail } from "#lib/accounts/emails/present.ts";
import { type Email, emailFields } from "#lib/accounts/emails/queries.ts";
import { emailPending, MOST_EMAILS } from "#lib/accounts/emails/rules.ts";
import { mailEmailCode } from "#lib/accounts/jobs.ts";
import { tellOwner } from "#lib/accounts/news/commands.ts";
import { emailKey } from "#lib/accounts/rules.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { isDuplicate, onDuplicate } from "#lib/platform/db/conflict.ts";
import { conflict, invalid, notFound, type Problem, throttled } from "#lib/platform/errors.ts";
import { sendMail } from "#lib/platform/mail/mail.ts";
import { count } from "#lib/platform/rate/counters.ts";
import { randomToken, sha256 } from "#lib/platform/secrets/tokens.ts";

type Person = Extract<Actor, { kind: "user" }>;

const CODE_BYTES = 24;
const CODE_LIVES_MS = 3 * 24 * 3_600_000;
const CODES_PER_HOUR = 10;
/** To one address, for whatever accounts: anybody may sign up with the address of somebody else. */
const MAILS_PER_HOUR = 10;

const own = (actor: Person) => ({ id: actor.userId, username: actor.username });

/** An account sends ten codes an hour: nobody's mailbox is filled through it. */
async function countCode(actor: Person): Promise<void> {
  const { allowed, retryAfterSeconds } = await count(`email-code:${actor.userId}`, 3600, CODES_PER_HOUR);
  if (!allowed) throw throttled(retryAfterSeconds);
}

/** One change of an account's addresses at a time: which one is primary is a question about all of them. */
const lockAccount = (c: Command, userId: number) =>
  c.tx.$executeRaw`select 1 from users where id = ${userId} for no key update`;

/**
 * A further address, which is mailed a code; it is nobody's until the code comes back, so this does not tell whether another
 * account has it. Refuses with 400 on `address`, with 429 after too many codes.
 */
export async function addEmail(actor: Person, address: string): Promise<Email> {
  await countCode(actor);
  return command(actor, async (c) => {
    await lockAccount(c, actor.userId);
    if ((await c.tx.emailAddress.count({ where: { userId: actor.userId } })) >= MOST_EMAILS)
      throw invalid({ address: [`An account has at most ${MOST_EMAILS} addresses.`] });
    const row = await c.tx.emailAddress
      .create({
        data: { userId: actor.userId, address, addressKey: emailKey(address) },
        select: emailFields,
      })
      .catch(
        onDuplicate("email_addresses_user_id_address_key_key", "address", "You have this address already."),
      );
    await c.enqueue(mailEmailCode, { userId: actor.userId, address });
    await recordAccount(c, "account.email.add", own(actor), { address });
    return row;
  });
}

/** Mails the code of one of the caller's unverified addresses once more. Refuses with 409 one that is verified. */
export async function resendEmailCode(actor: Person, id: number): Promise<void> {
  const row = await db.emailAddress.findFirst({ where: { id, userId: actor.userId }, select: emailFields });
  if (!row) throw notFound("Email");
  if (row.verifiedAt !== null) throw conflict("This address is confirmed already.");
  await countCode(actor);
  await command(actor, async (c) => {
    await c.enqueue(mailEmailCode, { userId: actor.userId, address: row.address });
    await recordAccount(c, "account.email.resend", own(actor), { address: row.address });
  });
}

/** Makes a verified address the one mail goes to. The one before is told, in case it was not its owner. */
export async function setPrimaryEmail(actor: Person, id: number): Promise<Email> {
  return command(actor, async (c) => {
    await lockAccount(c, actor.userId);
    const row = await c.tx.emailAddress.findFirst({
      where: { id, userId: actor.userId },
      select: emailFields,
    });
    if (!row) throw notFound("Email");
    if (row.verifiedAt === null) throw conflict("Verify this address first.");
    const before = await c.tx.emailAddress.findFirst({
      where: { userId: actor.userId, isPrimary: true },
      select: { address: true },
    });
    await c.tx.emailAddress.updateMany({
      where: { userId: actor.userId, isPrimary: true },
      data: { isPrimary: false },
    });
    await c.tx.emailAddress.update({ where: { id }, data: { isPrimary: true }, select: { id: true } });
    await settleNotice(c, actor.userId);
    await recordAccount(c, "account.email.primary", own(actor), { address: row.address });
    if (before) await tellOwner(c, actor.userId, "primary-email", before.address);
    return { ...row, isPrimary: true };
  });
}

/** Removes one of the caller's addresses and what was mailed to it. Refuses with 409 the primary one. */
export async function removeEmail(actor: Person, id: number): Promise<void> {
  await command(actor, async (c) => {
    await lockAccount(c, actor.userId);
    const row = await c.tx.emailAddress.findFirst({
      where: { id, userId: actor.userId },
      select: emailFields,
    });
    if (!row) throw notFound("Email");
    if (row.isPrimary) throw conflict("This is your main address. Make another one the main address first.");
    await c.tx.emailAddress.delete({ where: { id }, select: { id: true } });
    await recordAccount(c, "account.email.remove", own(actor), { address: row.address });
    if (row.verifiedAt !== null) await tellOwner(c, actor.userId, "email-removed", row.address);
  });
}

/** Takes back the notice that the main address waits to be verified, once it does not. */
async function settleNotice(c: Command, userId: number): Promise<void> {
  const waits = { userId, isPrimary: true, verifiedAt: null };
  if ((await c.tx.emailAddress.count({ where: waits })) > 0) return;
  await c.tx.notice.updateMany({
    where: { userId, messageId: emailPending, state: { in: ["unread", "read"] } },
    data: { state: "cancelled", modified: clock.now() },
  });
}

/**
 * Mails the code of an address that is not verified yet; what became verified or deactivated meanwhile gets none, nor does an address
 * that got many within an hour.
 */
export async function sendEmailCode({ userId, address }: { userId: number; address: string }): Promise<void> {
  const waiting = await db.emailAddress.findFirst({
    where: { userId, addressKey: emailKey(address), verifiedAt: null, user: { deactivatedAt: null } },
    select: { user: { select: { username: true } } },
  });
  if (!waiting) return;
  const key = sha256(emailKey(address)).toString("hex");
  if (!(await count(`email-code-to:${key}`, 3600, MAILS_PER_HOUR)).allowed) return;
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

/** The address a code was mailed to, out of what was stored with it. */
export const addressIn = (target: unknown): string | null =>
  target !== null && typeof target === "object" && "address" in target && typeof target.address === "string"
    ? target.address
    : null;

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
    const address = addressIn(target);
    if (address === null) throw refusal;
    const still = { userId: user.id, addressKey: emailKey(address) };
    if ((await c.tx.emailAddress.count({ where: still })) === 0) throw refusal;
    await proveAddress(c, user.id, address, refusal);
    await settleNotice(c, user.id);
    await recordAccount(c, "account.email.verify", user, { address });
    const further = { ...still, isPrimary: false };
    if ((await c.tx.emailAddress.count({ where: further })) > 0) await tellOwner(c, user.id, "email-added");
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
