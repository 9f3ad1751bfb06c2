import type { Actor } from "#lib/access/schema.ts";
import { recordAccount } from "#lib/accounts/commands.ts";
import { addressIn, proveAddress } from "#lib/accounts/emails/commands.ts";
import { mailResetCode } from "#lib/accounts/jobs.ts";
import { tellOwner } from "#lib/accounts/news/commands.ts";
import { resetCodeMail } from "#lib/accounts/passwords/present.ts";
import type { PasswordInput, ResetInput } from "#lib/accounts/passwords/schema.ts";
import { findForSignIn } from "#lib/accounts/queries.ts";
import { emailKey, passwordProblem } from "#lib/accounts/rules.ts";
import { endSessionsWhere } from "#lib/accounts/sessions/commands.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { db, type Tx, transaction } from "#lib/platform/db/client.ts";
import { invalid, throttled } from "#lib/platform/errors.ts";
import { enqueue } from "#lib/platform/jobs/queue.ts";
import { sendMail } from "#lib/platform/mail/mail.ts";
import { hashPassword, passwordMatches } from "#lib/platform/passwords/passwords.ts";
import { networkOf } from "#lib/platform/peer/peer.ts";
import { count, forget } from "#lib/platform/rate/counters.ts";
import { randomToken, sha256 } from "#lib/platform/secrets/tokens.ts";

type Person = Extract<Actor, { kind: "user" }>;

const PASSWORD_TRIES = 10;
const TRIES_SECONDS = 15 * 60;
const CODE_BYTES = 24;
const CODE_LIVES_MS = 3_600_000;
/** Requests for a new password in an hour: from one network, and for one address. */
const REQUESTS = { network: 30, address: 3 };
const RESETS_PER_HOUR = 60;

/**
 * Refuses with 400 on `field` unless this is the caller's password, with 429 after too many wrong ones: a session somebody left open
 * is no place to guess.
 */
export async function requireOwnPassword(actor: Person, password: string, field: string): Promise<void> {
  const tries = `password:${actor.userId}`;
  const { allowed, retryAfterSeconds } = await count(tries, TRIES_SECONDS, PASSWORD_TRIES);
  if (!allowed) throw throttled(retryAfterSeconds);
  const { passwordHash } = await db.user.findUniqueOrThrow({
    where: { id: actor.userId },
    select: { passwordHash: true },
  });
  if (!(await passwordMatches(passwordHash, password)))
    throw invalid({ [field]: ["This password is not right."] });
  await forget(tries, TRIES_SECONDS);
}

/** Changes the caller's password and ends every other session. Refuses as `requireOwnPassword` does. */
export async function changePassword(actor: Person, input: PasswordInput): Promise<void> {
  await requireOwnPassword(actor, input.current_password, "current_password");
  const problem = passwordProblem(input.new_password, actor.username);
  if (problem) throw invalid({ new_password: [problem] });
  const renewed = await hashPassword(input.new_password);
  await command(actor, async (c) => {
    await renewPassword(c, actor.userId, renewed);
    await recordAccount(c, "account.password.change", { id: actor.userId, username: actor.username });
    await endSessionsWhere(c, { userId: actor.userId, id: { not: actor.sessionId } });
  });
}

/** Stores a password. What was mailed for choosing one is worth nothing any more, and the owner is told. */
async function renewPassword(c: Command, userId: number, passwordHash: string): Promise<void> {
  await c.tx.user.update({
    where: { id: userId },
    data: { passwordHash, modified: clock.now() },
    select: { id: true },
  });
  await c.tx.oneTimeCode.updateMany({
    where: { userId, purpose: "reset_password", usedAt: null },
    data: { usedAt: clock.now() },
  });
  await tellOwner(c, userId, "password");
}

/**
 * Somebody forgot their password. Does the same, in the same time, whether the address has an account or not: a job finds that out.
 * Refuses with 429 only a network that asks too often; too many requests for one address are answered like the others, and send nothing.
 */
export async function requestReset(
  caller: { address: string; client: string },
  address: string,
): Promise<void> {
  const here = await count(`reset:${networkOf(caller.address)}`, 3600, REQUESTS.network);
  if (!here.allowed) throw throttled(here.retryAfterSeconds);
  const key = sha256(emailKey(address)).toString("hex");
  const { allowed } = await count(`reset-address:${key}`, 3600, REQUESTS.address);
  if (!allowed) return;
  await transaction((tx) =>
    enqueue(tx, mailResetCode, { address, from: caller.address, client: caller.client }),
  );
}

/**
 * Mails a code for a new password to the address of an account, which is the same one that signs in with the address; none where somebody
 * else has it in their hands, see `isInOtherHands`.
 */
export async function sendResetCode(request: {
  address: string;
  from: string;
  client: string;
}): Promise<void> {
  const user = await findForSignIn(request.address);
  const email =
    user &&
    (await db.emailAddress.findFirst({
      where: { userId: user.id, addressKey: emailKey(request.address) },
      select: { address: true },
    }));
  if (!user || !email || (await isInOtherHands(db, user.id, email.address))) return;
  const code = randomToken(CODE_BYTES, "");
  const asking: Actor = { kind: "visitor", address: request.from, client: request.client };
  await command(asking, async (c) => {
    await c.tx.oneTimeCode.create({
      data: {
        purpose: "reset_password",
        codeHash: sha256(code),
        userId: user.id,
        target: { address: email.address },
        expiresAt: new Date(clock.now().getTime() + CODE_LIVES_MS),
      },
      select: { id: true },
    });
    await recordAccount(c, "account.password.request", user, { address: email.address });
  });
  // To the address as the account has it: what was typed may only look like it.
  await sendMail({ to: email.address, ...resetCodeMail(user.username, code) });
}

/**
 * Spends a code for a new password: stores it, ends every session, and the address the code went to is proven by that. Where it was not
 * before, tokens and other addresses end, too. A second factor stays. Refuses with 400 on `code`, whatever is wrong with it, or on `new_password`.
 */
export async function resetPassword(actor: Actor, input: ResetInput): Promise<void> {
  const from = actor.kind === "system" ? "system" : networkOf(actor.address);
  const { allowed, retryAfterSeconds } = await count(`reset-code:${from}`, 3600, RESETS_PER_HOUR);
  if (!allowed) throw throttled(retryAfterSeconds);
  const refusal = invalid({ code: ["This link is not valid or no longer valid. Ask for a new one."] });
  const codeHash = sha256(input.code);
  const live = () => ({
    codeHash,
    purpose: "reset_password" as const,
    usedAt: null,
    expiresAt: { gt: clock.now() },
    user: { deactivatedAt: null },
  });
  const code = await db.oneTimeCode.findFirst({
    where: live(),
    select: { target: true, user: { select: { id: true, username: true } } },
  });
  const address = addressIn(code?.target);
  if (!code || address === null) throw refusal;
  const { user } = code;
  const problem = passwordProblem(input.new_password, user.username);
  if (problem) throw invalid({ new_password: [problem] });
  const renewed = await hashPassword(input.new_password);
  await command(actor, async (c) => {
    await c.tx.$executeRaw`select 1 from users where id = ${user.id}::int for no key update`;
    const spent = await c.tx.oneTimeCode.updateMany({ where: live(), data: { usedAt: clock.now() } });
    const email = await c.tx.emailAddress.findFirst({
      where: { userId: user.id, addressKey: emailKey(address) },
      select: { verifiedAt: true },
    });
    if (spent.count !== 1 || !email || (await isInOtherHands(c.tx, user.id, address))) throw refusal;
    if (email.verifiedAt === null) await shutOut(c, user.id, address);
    await proveAddress(c, user.id, address, refusal);
    await renewPassword(c, user.id, renewed);
    await recordAccount(c, "account.password.reset", user);
    await endSessionsWhere(c, { userId: user.id });
  });
}

/**
 * Anybody can sign up with the address of somebody else, who later asks for a new password of what looks like their own account. While
 * nobody has proven an address, its mailbox says nothing about an account that is entered in another way: by another address that was
 * proven, or by a passkey.
 */
async function isInOtherHands(
  tx: Pick<Tx, "emailAddress" | "passkey">,
  userId: number,
  address: string,
): Promise<boolean> {
  const proven = { userId, verifiedAt: { not: null } };
  if ((await tx.emailAddress.count({ where: { ...proven, addressKey: emailKey(address) } })) > 0)
    return false;
  return (
    (await tx.emailAddress.count({ where: proven })) > 0 ||
    (await tx.passkey.count({ where: { userId } })) > 0
  );
}

/** Ends what would let whoever made an account come back once the owner of its address, unproven until now, has chosen a password. */
async function shutOut(c: Command, userId: number, address: string): Promise<void> {
  await c.tx.apiToken.updateMany({
    where: { userId, revokedAt: null },
    data: { revokedAt: clock.now() },
  });
  await c.tx.emailAddress.deleteMany({ where: { userId, addressKey: { not: emailKey(address) } } });
}
