import type { Actor } from "#lib/access/schema.ts";
import { recordAccount } from "#lib/accounts/commands.ts";
import { tellOwner } from "#lib/accounts/news/commands.ts";
import {
  creationOptions,
  readAnswer,
  readAttestation,
  requestOptions,
} from "#lib/accounts/passkeys/adapters/webauthn.ts";
import { type Passkey, passkeyFields } from "#lib/accounts/passkeys/queries.ts";
import type { PasskeyAnswer, PasskeyInput } from "#lib/accounts/passkeys/schema.ts";
import { dropUselessCodes, firstRecoveryCodes } from "#lib/accounts/second-factors/commands.ts";
import { command } from "#lib/audit/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { isDuplicate, onDuplicate } from "#lib/platform/db/conflict.ts";
import { invalid, notFound, throttled } from "#lib/platform/errors.ts";
import { networkOf } from "#lib/platform/peer/peer.ts";
import { count } from "#lib/platform/rate/counters.ts";
import { sha256 } from "#lib/platform/secrets/tokens.ts";

type Person = Extract<Actor, { kind: "user" }>;

const MOST_PASSKEYS = 20;
const CHALLENGE_LIVES_MS = 5 * 60_000;
/** Challenges somebody may ask for in a quarter of an hour, from one network. */
const CHALLENGES = { seconds: 15 * 60, most: 300 };

/** Keeps a challenge until it is spent, which is once. `userId` is whose new passkey it is for; null for logging in. */
const keepChallenge = (challenge: string, userId: number | null) =>
  db.passkeyChallenge.create({
    data: {
      challengeHash: sha256(challenge),
      userId,
      expiresAt: new Date(clock.now().getTime() + CHALLENGE_LIVES_MS),
    },
    select: { userId: true },
  });

const spendChallenge =
  (userId: number | null) =>
  async (challenge: string): Promise<boolean> => {
    const { count: spent } = await db.passkeyChallenge.deleteMany({
      where: { challengeHash: sha256(challenge), userId, expiresAt: { gt: clock.now() } },
    });
    return spent === 1;
  };

/** What the browser needs to make a passkey for the caller. */
export async function passkeyCreation(actor: Person): Promise<Record<string, unknown>> {
  const known = await db.passkey.findMany({
    where: { userId: actor.userId },
    select: { credentialId: true },
  });
  if (known.length >= MOST_PASSKEYS)
    throw invalid({ name: [`An account has at most ${MOST_PASSKEYS} passkeys.`] });
  const options = await creationOptions(
    { id: actor.userId, username: actor.username },
    known.map(({ credentialId }) => credentialId),
  );
  await keepChallenge(options.challenge, actor.userId);
  return { ...options };
}

/** What the browser needs to log in with a passkey; nothing in it depends on who that will be. */
export async function passkeyRequest(caller: { address: string }): Promise<Record<string, unknown>> {
  const bucket = `passkey-challenge:${networkOf(caller.address)}`;
  const { allowed, retryAfterSeconds } = await count(bucket, CHALLENGES.seconds, CHALLENGES.most);
  if (!allowed) throw throttled(retryAfterSeconds);
  const options = await requestOptions();
  await keepChallenge(options.challenge, null);
  return { ...options };
}

/**
 * Adds the passkey the browser has made. Returns recovery codes where it is the first second factor. Refuses with 400 on `passkey`
 * or `name`.
 */
export async function addPasskey(
  actor: Person,
  input: PasskeyInput,
): Promise<{ row: Passkey; recoveryCodes: string[] }> {
  const made = await readAttestation(input.passkey, spendChallenge(actor.userId));
  if (!made) throw invalid({ passkey: ["The browser's answer is not valid or too old. Try again."] });
  return command(actor, async (c) => {
    await c.tx.$executeRaw`select 1 from users where id = ${actor.userId} for no key update`;
    const row = await c.tx.passkey
      .create({
        data: {
          userId: actor.userId,
          name: input.name,
          credentialId: Buffer.from(made.credentialId),
          publicKey: made.publicKey,
          counter: made.counter,
          created: clock.now(),
        },
        select: passkeyFields,
      })
      .catch(onDuplicate("passkeys_user_id_name_key", "name", "You have a passkey with this name already."))
      .catch((error: unknown) => {
        throw isDuplicate(error, "passkeys_credential_id_key")
          ? invalid({ passkey: ["This passkey is in use already."] })
          : error;
      });
    const user = { id: actor.userId, username: actor.username };
    await recordAccount(c, "account.passkey.add", user, { passkey: row.name });
    await tellOwner(c, actor.userId, "passkey-added");
    return { row, recoveryCodes: await firstRecoveryCodes(c, actor.userId) };
  });
}

/** Removes one of the caller's passkeys; it does not log in any more. */
export async function removePasskey(actor: Person, id: number): Promise<void> {
  await command(actor, async (c) => {
    await c.tx.$executeRaw`select 1 from users where id = ${actor.userId} for no key update`;
    const own = { id, userId: actor.userId };
    const row = await c.tx.passkey.findFirst({ where: own, select: { name: true } });
    if (!row) throw notFound("Passkey");
    await c.tx.passkey.delete({ where: { id }, select: { id: true } });
    const user = { id: actor.userId, username: actor.username };
    await recordAccount(c, "account.passkey.remove", user, { passkey: row.name });
    await tellOwner(c, actor.userId, "passkey-removed");
    await dropUselessCodes(c, actor.userId);
  });
}

/** The active account whose passkey signed a challenge of ours, or null whatever is wrong. An answer is good once. */
export async function findPasskeyOwner(
  answer: PasskeyAnswer,
): Promise<{ id: number; username: string; isSuperuser: boolean } | null> {
  const passkey = await db.passkey.findFirst({
    where: { credentialId: Buffer.from(answer.id, "base64url"), user: { deactivatedAt: null } },
    select: {
      id: true,
      credentialId: true,
      publicKey: true,
      counter: true,
      user: { select: { id: true, username: true, isSuperuser: true } },
    },
  });
  if (!passkey) return null;
  const counter = await readAnswer(answer, passkey, spendChallenge(null));
  if (counter === null) return null;
  // A counter that does not rise belongs to a copy; passkeys that do not count stay at 0.
  const { count: used } = await db.passkey.updateMany({
    where: { id: passkey.id, ...(counter === 0n ? { counter: 0n } : { counter: { lt: counter } }) },
    data: { counter, lastUsedAt: clock.now() },
  });
  return used === 1 ? passkey.user : null;
}
