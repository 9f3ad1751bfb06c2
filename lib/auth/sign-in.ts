import type { Actor } from "#lib/access/schema.ts";
import { findPasskeyOwner } from "#lib/accounts/passkeys/commands.ts";
import type { PasskeyAnswer } from "#lib/accounts/passkeys/schema.ts";
import { findForSignIn } from "#lib/accounts/queries.ts";
import { emailKey, LONGEST_PASSWORD } from "#lib/accounts/rules.ts";
import { spendSecondFactor } from "#lib/accounts/second-factors/commands.ts";
import { needsSecondFactor } from "#lib/accounts/second-factors/queries.ts";
import { startSession } from "#lib/accounts/sessions/commands.ts";
import type { Caller } from "#lib/auth/actor.ts";
import { throttled } from "#lib/platform/errors.ts";
import { passwordMatches } from "#lib/platform/passwords/passwords.ts";
import { networkOf } from "#lib/platform/peer/peer.ts";
import { count, forget } from "#lib/platform/rate/counters.ts";
import { sha256 } from "#lib/platform/secrets/tokens.ts";

const WINDOW_SECONDS = 15 * 60;
/** Tries per window: for one name from one network, for one name from everywhere, and from one network for all names. */
const TRIES = { here: 10, name: 100, network: 300 };

/** Somebody is in; or the password was right and a code of the second factor is missing, or wrong. */
export type SignedIn = { sessionId: string };
export type HalfSignedIn = { secondFactor: "needed" | "wrong" };

/**
 * Signs somebody in by username or e-mail address and password, and by a code where the account has a second factor. Null for an
 * unknown name and for a wrong password alike, after the same time. Refuses with `throttled` after too many tries; what was
 * right clears the tries for its name from its network.
 */
export async function signIn(
  given: { name: string; password: string; code?: string },
  caller: Caller,
): Promise<SignedIn | HalfSignedIn | null> {
  const name = given.name.trim();
  if (name === "" || name.length > 254 || given.password.length > LONGEST_PASSWORD) return null;
  if (name.includes("\0") || !name.isWellFormed()) return null;
  // Hashed: a bucket has 255 characters and needs no names.
  const key = sha256(emailKey(name)).toString("hex");
  const network = networkOf(caller.address);
  const here = `sign-in:${network}:${key}`;
  for (const [bucket, limit] of [
    [here, TRIES.here],
    [`sign-in:name:${key}`, TRIES.name],
    [`sign-in:address:${network}`, TRIES.network],
  ] as const) {
    const { allowed, retryAfterSeconds } = await count(bucket, WINDOW_SECONDS, limit);
    if (!allowed) throw throttled(retryAfterSeconds);
  }
  const user = await findForSignIn(name);
  const right = await passwordMatches(user?.passwordHash ?? null, given.password);
  if (!user || !right) return null;
  const secondFactor = await needsSecondFactor(user.id);
  if (secondFactor) {
    if (!given.code?.trim()) return { secondFactor: "needed" };
    const asking: Actor = { kind: "visitor", ...caller };
    if (!(await spendSecondFactor(asking, user, given.code))) return { secondFactor: "wrong" };
  }
  await forget(here, WINDOW_SECONDS);
  const { id } = await startSession({ ...user, secondFactor }, caller);
  return { sessionId: id };
}

/**
 * Signs somebody in by a passkey alone, which has asked its owner for a finger or a number. Null when the answer is not genuine.
 * Refuses with `throttled` after too many tries from one network.
 */
export async function signInWithPasskey(answer: PasskeyAnswer, caller: Caller): Promise<SignedIn | null> {
  const network = networkOf(caller.address);
  const { allowed, retryAfterSeconds } = await count(
    `sign-in:address:${network}`,
    WINDOW_SECONDS,
    TRIES.network,
  );
  if (!allowed) throw throttled(retryAfterSeconds);
  const owner = await findPasskeyOwner(answer);
  if (!owner) return null;
  const { id } = await startSession({ ...owner, secondFactor: true }, caller);
  return { sessionId: id };
}
