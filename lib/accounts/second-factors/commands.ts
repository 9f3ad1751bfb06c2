import { randomBytes } from "node:crypto";
import { Secret } from "otpauth";
import type { Actor } from "#lib/access/schema.ts";
import { recordAccount } from "#lib/accounts/commands.ts";
import { tellOwner } from "#lib/accounts/news/commands.ts";
import {
  RECOVERY_CODES,
  RECOVERY_LETTERS,
  readCode,
  recoveryAlphabet,
  recoveryCodeText,
  stepOfCode,
  totpUri,
} from "#lib/accounts/second-factors/rules.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { conflict, invalid, notFound, throttled } from "#lib/platform/errors.ts";
import { count, forget } from "#lib/platform/rate/counters.ts";
import { open, seal } from "#lib/platform/secrets/sealing.ts";
import { keyedHash, keyedHashes } from "#lib/platform/secrets/tokens.ts";

type Person = Extract<Actor, { kind: "user" }>;
type User = { readonly id: number; readonly username: string };

const SECRET_BYTES = 20;
const RECOVERY_PURPOSE = "recovery-code";
/** A code has six digits and three of them are right at any time: whoever knows the password gets few tries. */
const TRIES = { seconds: 15 * 60, most: 10 };
const TRIES_A_DAY = { seconds: 86_400, most: 100 };

const own = (actor: Person): User => ({ id: actor.userId, username: actor.username });

/** One change of an account's second factors at a time: whether one is the first or the last is a question about all of them. */
const lockAccount = (c: Command, userId: number) =>
  c.tx.$executeRaw`select 1 from users where id = ${userId} for no key update`;

/**
 * Begins with an authenticator app: a new secret, which counts only once `confirmTotp` has seen a code of it. Refuses with 409
 * while there is another app.
 */
export async function startTotp(actor: Person): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ size: SECRET_BYTES }).base32;
  await command(actor, async (c) => {
    await lockAccount(c, actor.userId);
    const { count: gone } = await c.tx.totpSecret.deleteMany({
      where: { userId: actor.userId, confirmedAt: null },
    });
    if (gone === 0 && (await c.tx.totpSecret.count({ where: { userId: actor.userId } })) > 0)
      throw conflict("There is an authenticator app already. Remove it first.");
    await c.tx.totpSecret.create({
      data: { userId: actor.userId, secretSealed: seal(secret), created: clock.now() },
      select: { userId: true },
    });
    await recordAccount(c, "account.totp.start", own(actor));
  });
  return { secret, uri: totpUri(secret, actor.username) };
}

/** Turns the authenticator app on with a code of it. Returns recovery codes where it is the first second factor. */
export async function confirmTotp(actor: Person, typed: string): Promise<string[]> {
  await countGuess(actor.userId);
  const started = await db.totpSecret.findFirst({ where: { userId: actor.userId, confirmedAt: null } });
  if (!started) throw conflict("There is no authenticator app to turn on.");
  const given = readCode(typed);
  const step =
    given?.kind === "totp" ? stepOfCode(open(started.secretSealed), given.code, clock.now()) : null;
  if (step === null) throw invalid({ code: ["This code is not right. Use the newest one of the app."] });
  return command(actor, async (c) => {
    await lockAccount(c, actor.userId);
    const { count: confirmed } = await c.tx.totpSecret.updateMany({
      where: { userId: actor.userId, confirmedAt: null, secretSealed: started.secretSealed },
      data: { confirmedAt: clock.now(), lastStep: step },
    });
    if (confirmed === 0) throw conflict("There is no authenticator app to turn on.");
    await recordAccount(c, "account.totp.add", own(actor));
    await tellOwner(c, actor.userId, "totp-on");
    return firstRecoveryCodes(c, actor.userId);
  });
}

/** Removes the authenticator app. */
export async function removeTotp(actor: Person): Promise<void> {
  await command(actor, async (c) => {
    await lockAccount(c, actor.userId);
    const { count: gone } = await c.tx.totpSecret.deleteMany({ where: { userId: actor.userId } });
    if (gone === 0) throw notFound("TotpSecret");
    await recordAccount(c, "account.totp.remove", own(actor));
    await tellOwner(c, actor.userId, "totp-off");
    await dropUselessCodes(c, actor.userId);
  });
}

/** New recovery codes in place of the old ones. Refuses with 409 without a second factor, of which they are the spare. */
export async function renewRecoveryCodes(actor: Person): Promise<string[]> {
  return command(actor, async (c) => {
    await lockAccount(c, actor.userId);
    if (!(await hasFactor(c, actor.userId)))
      throw conflict("Recovery codes stand in for an authenticator app or a passkey: add one first.");
    await recordAccount(c, "account.recovery-codes.renew", own(actor));
    return makeRecoveryCodes(c, actor.userId);
  });
}

async function hasFactor(c: Command, userId: number): Promise<boolean> {
  const apps = await c.tx.totpSecret.count({ where: { userId, confirmedAt: { not: null } } });
  return apps > 0 || (await c.tx.passkey.count({ where: { userId } })) > 0;
}

/** Recovery codes for an account that has none yet; none for another. Call it after the factor was added. */
export async function firstRecoveryCodes(c: Command, userId: number): Promise<string[]> {
  const left = await c.tx.recoveryCode.count({ where: { userId, usedAt: null } });
  return left > 0 ? [] : makeRecoveryCodes(c, userId);
}

/** Without a second factor recovery codes open nothing. Call it after a factor was removed. */
export async function dropUselessCodes(c: Command, userId: number): Promise<void> {
  if (!(await hasFactor(c, userId))) await c.tx.recoveryCode.deleteMany({ where: { userId } });
}

async function makeRecoveryCodes(c: Command, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from(randomBytes(RECOVERY_LETTERS), (byte) => recoveryAlphabet[byte % 32]).join(""),
  );
  await c.tx.recoveryCode.deleteMany({ where: { userId } });
  await c.tx.recoveryCode.createMany({
    data: codes.map((code) => {
      const { hash, keyId } = keyedHash(RECOVERY_PURPOSE, code);
      return { userId, codeHash: hash, keyId, created: clock.now() };
    }),
  });
  return codes.map(recoveryCodeText);
}

/** Counts a try at the second factor of an account. Refuses with 429 after too many, wherever they came from. */
async function countGuess(userId: number): Promise<{ last: boolean }> {
  const quarter = await count(`second-factor:${userId}`, TRIES.seconds, TRIES.most);
  if (!quarter.allowed) throw throttled(quarter.retryAfterSeconds);
  const day = await count(`second-factor-day:${userId}`, TRIES_A_DAY.seconds, TRIES_A_DAY.most);
  if (!day.allowed) throw throttled(day.retryAfterSeconds);
  return { last: quarter.remaining === 0 };
}

/**
 * Whether what somebody typed is a code of the account's authenticator app that nobody has used, or a recovery code, which is spent by
 * it. Somebody who knows the password and guesses codes is stopped with 429, and the owner is told.
 */
export async function spendSecondFactor(caller: Actor, user: User, typed: string): Promise<boolean> {
  const { last } = await countGuess(user.id);
  const given = readCode(typed);
  const right =
    given?.kind === "totp"
      ? await spendTotp(user.id, given.code)
      : given?.kind === "recovery" && (await spendRecoveryCode(caller, user, given.code));
  if (right) {
    await forget(`second-factor:${user.id}`, TRIES.seconds);
    return true;
  }
  await command(caller, async (c) => {
    await recordAccount(c, "account.second-factor.refuse", user);
    if (last) await tellOwner(c, user.id, "second-factor-guessed");
  });
  return false;
}

/** A code works once, and none works that is older than the last one: whoever looked over a shoulder is late. */
async function spendTotp(userId: number, code: string): Promise<boolean> {
  const app = await db.totpSecret.findFirst({ where: { userId, confirmedAt: { not: null } } });
  const step = app && stepOfCode(open(app.secretSealed), code, clock.now());
  if (!app || step === null) return false;
  const spent = await db.totpSecret.updateMany({
    where: { userId, secretSealed: app.secretSealed, lastStep: { lt: step } },
    data: { lastStep: step },
  });
  return spent.count === 1;
}

async function spendRecoveryCode(caller: Actor, user: User, code: string): Promise<boolean> {
  const hashes = keyedHashes(RECOVERY_PURPOSE, code).map(({ hash }) => hash);
  const where = { userId: user.id, codeHash: { in: hashes }, usedAt: null };
  if ((await db.recoveryCode.count({ where })) === 0) return false;
  return command(caller, async (c) => {
    const spent = await c.tx.recoveryCode.updateMany({ where, data: { usedAt: clock.now() } });
    await recordAccount(c, "account.recovery-codes.use", user);
    if (spent.count === 1) await tellOwner(c, user.id, "recovery-code-used");
    return spent.count === 1;
  });
}
