import { networkOf } from "#lib/platform/peer/peer.ts";
import { count, forget, giveBack, peek } from "#lib/platform/rate/counters.ts";
import { hasBeenLetIn } from "#lib/sharing/attempts/queries.ts";
import {
  type Limit,
  passwordTriesHere,
  passwordTriesOverall,
  passwordTriesUnforgiven,
  unknownSecrets,
} from "#lib/sharing/attempts/rules.ts";

interface PasswordTry {
  readonly projectId: number;
  /** Of the client, as trusted proxies say (serve/trust.ts). */
  readonly address: string;
}

/**
 * Before a password is looked at: null, or the seconds to wait (spec/serving.md 14.3, Abuse). The try counts from here on, so that of many
 * at once no more are let through; `afterPasswordTry` takes the right ones back. Nothing here touches shares or sessions: whoever
 * is in stays in, and links and tokens go on.
 */
export async function beforePasswordTry(attempt: PasswordTry): Promise<number | null> {
  // One network first: what it is refused must not use up what everybody has.
  const here = bucketHere(attempt);
  for (const limit of passwordTriesHere) {
    const wait = await use(here, limit);
    if (wait !== null) return wait;
  }
  const unforgiven = await use(bucketUnforgiven(attempt), passwordTriesUnforgiven);
  if (unforgiven !== null) return unforgiven;
  const overall = await use(bucketOverall(attempt), passwordTriesOverall);
  if (overall === null || !(await hasBeenLetIn(attempt))) return overall;
  return use(bucketKnown(attempt), passwordTriesOverall);
}

/** After the password was looked at: a wrong one stays counted, a right one forgives its network. */
export async function afterPasswordTry({
  right,
  ...attempt
}: PasswordTry & { right: boolean }): Promise<void> {
  if (!right) return;
  for (const { seconds } of passwordTriesHere) await forget(bucketHere(attempt), seconds);
  await giveBack(bucketUnforgiven(attempt), passwordTriesUnforgiven.seconds);
  const { seconds, tries } = passwordTriesOverall;
  const strangers = await peek(bucketOverall(attempt), seconds, tries);
  if (!strangers.allowed) await giveBack(bucketKnown(attempt), seconds);
  await giveBack(bucketOverall(attempt), seconds);
}

/**
 * Before a link or an unknown header token is answered: null, or the seconds to wait. Header tokens that are known need not ask, they
 * cost nothing to tell.
 */
export async function beforeSecretTry({ address }: { address: string }): Promise<number | null> {
  const { allowed, retryAfterSeconds } = await peek(
    bucketUnknown(address),
    unknownSecrets.seconds,
    unknownSecrets.tries,
  );
  return allowed ? null : retryAfterSeconds;
}

/** A link or header token turned out to be none, or none any more. */
export async function afterUnknownSecret({ address }: { address: string }): Promise<void> {
  await use(bucketUnknown(address), unknownSecrets);
}

const bucketHere = ({ projectId, address }: PasswordTry): string =>
  `share-password:${projectId}:${networkOf(address)}`;
const bucketUnforgiven = (attempt: PasswordTry): string => `${bucketHere(attempt)}:unforgiven`;
const bucketOverall = ({ projectId }: PasswordTry): string => `share-password:${projectId}`;
const bucketKnown = (attempt: PasswordTry): string => `${bucketOverall(attempt)}:known`;
const bucketUnknown = (address: string): string => `share-secret:${networkOf(address)}`;

async function use(bucket: string, { seconds, tries }: Limit): Promise<number | null> {
  const { allowed, retryAfterSeconds } = await count(bucket, seconds, tries);
  return allowed ? null : retryAfterSeconds;
}
