import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { derivedKeys } from "#lib/platform/secrets/keys.ts";

export type KeyedHash = { hash: Buffer<ArrayBuffer>; keyId: number };

/** `prefix` and `bytes` random bytes in the URL-safe alphabet. */
export const randomToken = (bytes: number, prefix: string): string =>
  prefix + randomBytes(bytes).toString("base64url");

/** Enough for secrets of 16 random bytes or more; anything a person chose needs `keyedHash` or a password hash. */
export const sha256 = (text: string): Buffer<ArrayBuffer> => createHash("sha256").update(text).digest();

/** HMAC under the root key in use, with its number for the `key_id` column. */
export function keyedHash(purpose: string, text: string): KeyedHash {
  const [first] = keyedHashes(purpose, text);
  if (!first) throw new Error("There is no root key.");
  return first;
}

/** The hash under every root key, the one in use first: look a secret up by all, and renew a row found by an older one. */
export const keyedHashes = (purpose: string, text: string): KeyedHash[] =>
  derivedKeys(`hash:${purpose}`).map(({ keyId, key }) => ({
    keyId,
    hash: createHmac("sha256", key).update(text).digest(),
  }));

/** Compares without telling by its time where two values differ. Their lengths may show. */
export function sameSecret(left: string | Uint8Array, right: string | Uint8Array): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
