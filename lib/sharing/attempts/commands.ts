import { networkOf, unknownAddress } from "#lib/platform/peer/peer.ts";
import { count, forget, giveBack, peek } from "#lib/platform/rate/counters.ts";
import { hasBeenLetIn } from "#lib/sharing/attempts/queries.ts";
import {
  type Limit,
  newSessions,
  passwordTriesHere,
  passwordTriesOverall,
  passwordTriesUnforgiven,
  unknownSecrets,
} from "#lib/sharing/attempts/rules.ts";

/** Somebody who tries something in a project. */
interface Attempt {
  readonly projectId: number;
  /** Of the client, as trusted proxies say (serve/trust.ts). */
  readonly address: string;
}

/**
 * Before a password is looked at: null, or the seconds to wait (spec/serving.md 14.3, Abuse). The try counts from here on, so that of many
 * at once no more are let through; `afterPasswordTry` takes the right ones back. Nothing here touches shares or sessions: whoever
 * is in stays in, and links and tokens go on.
 */
export async function beforePasswordTry(attempt: Attempt): Promise<number | null> {
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
export async function afterPasswordTry({ right, ...attempt }: Attempt & { right: boolean }): Promise<void> {
  if (!right) return;
  const here = bucketHere(attempt);
  if (here !== null) for (const { seconds } of passwordTriesHere) await forget(here, seconds);
  const unforgiven = bucketUnforgiven(attempt);
  if (unforgiven !== null) await giveBack(unforgiven, passwordTriesUnforgiven.seconds);
  const { seconds, tries } = passwordTriesOverall;
  const strangers = await peek(bucketOverall(attempt), seconds, tries);
  if (!strangers.allowed) await giveBack(bucketKnown(attempt), seconds);
  await giveBack(bucketOverall(attempt), seconds);
}

/**
 * Before a browser is let in that brings no session of the secret it gave: null, or the seconds to wait. Each session is a row and a line of
 * history, so whoever throws the cookie away cannot make them without end. Nobody else has to wait.
 */
export async function beforeNewSession(attempt: Attempt): Promise<number | null> {
  for (const limit of newSessions) {
    const wait = await use(bucketSessions(attempt), limit);
    if (wait !== null) return wait;
  }
  return null;
}

/**
 * Before a link or an unknown header token is answered: null, or the seconds to wait. Header tokens that are known need not ask, they
 * cost nothing to tell.
 */
export async function beforeSecretTry({ address }: { address: string }): Promise<number | null> {
  const bucket = bucketUnknown(address);
  if (bucket === null) return null;
  const { seconds, tries } = unknownSecrets;
  const { allowed, retryAfterSeconds } = await peek(bucket, seconds, tries);
  return allowed ? null : retryAfterSeconds;
}

/** A link or header token turned out to be none, or none any more. */
export async function afterUnknownSecret({ address }: { address: string }): Promise<void> {
  await use(bucketUnknown(address), unknownSecrets);
}

/** Null where the address is not known: everybody would be counted as one. */
const bucketOf = (name: string, address: string): string | null =>
  address === unknownAddress ? null : `${name}:${networkOf(address)}`;
const bucketHere = ({ projectId, address }: Attempt) => bucketOf(`share-password:${projectId}`, address);
const bucketUnforgiven = ({ projectId, address }: Attempt) =>
  bucketOf(`share-password-unforgiven:${projectId}`, address);
const bucketSessions = ({ projectId, address }: Attempt) => bucketOf(`share-session:${projectId}`, address);
const bucketUnknown = (address: string) => bucketOf("share-secret", address);
const bucketOverall = ({ projectId }: Attempt): string => `share-password:${projectId}`;
const bucketKnown = (attempt: Attempt): string => `${bucketOverall(attempt)}:known`;

async function use(bucket: string | null, { seconds, tries }: Limit): Promise<number | null> {
  if (bucket === null) return null;
  const { allowed, retryAfterSeconds } = await count(bucket, seconds, tries);
  return allowed ? null : retryAfterSeconds;
}
