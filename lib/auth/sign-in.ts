import { findForSignIn } from "#lib/accounts/queries.ts";
import { emailKey, LONGEST_PASSWORD } from "#lib/accounts/rules.ts";
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

/**
 * Signs somebody in by username or e-mail address and password. Null for an unknown name and for a wrong password alike, after the
 * same time. Refuses with `throttled` after too many tries; a right password clears the tries for its name from its network.
 */
export async function signIn(
  given: { name: string; password: string },
  caller: Caller,
): Promise<{ sessionId: string } | null> {
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
  await forget(here, WINDOW_SECONDS);
  const { id } = await startSession(user, caller);
  return { sessionId: id };
}
