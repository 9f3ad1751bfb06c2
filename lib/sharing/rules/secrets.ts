import { keyedHash, keyedHashes, randomToken } from "#lib/platform/secrets/tokens.ts";
import type { SecretKind, ShareType } from "#lib/sharing/schema.ts";

/** How secrets begin, so that people and scanners recognise one that leaked. */
export const prefixes = { link: "lcl_", header_token: "lch_" } as const;

/** So much of a secret is shown, to recognise it by. */
export const prefixLength = 8;

/** A new secret of 192 random bits. */
export const newSecret = (kind: "link" | "header_token"): string => randomToken(24, prefixes[kind]);

/** The secrets somebody needs to use a share of a type. */
export const kindsOf: Readonly<Record<ShareType, readonly SecretKind[]>> = {
  token: ["link"],
  password: ["link", "password"],
  http_header_token: ["header_token"],
};

/** A password may be used by several projects, and typed on keyboards that compose letters; the others are unique by themselves. */
const hashed = (kind: SecretKind, projectId: number, text: string): [purpose: string, text: string] => [
  `share:${kind}`,
  kind === "password" ? `${projectId}:${text.normalize("NFC")}` : text,
];

/** What is stored of a secret to find it by. A secret of one kind is never found as another. */
export const secretHash = (kind: SecretKind, projectId: number, text: string) =>
  keyedHash(...hashed(kind, projectId, text));

/** The same under every root key, to look a secret up by. */
export const secretHashes = (kind: SecretKind, projectId: number, text: string) =>
  keyedHashes(...hashed(kind, projectId, text));

/** A stored hash as a key of a map. */
export const secretKey = (kind: SecretKind, hash: { keyId: number; hash: Uint8Array }): string =>
  `${kind}:${hash.keyId}:${Buffer.from(hash.hash).toString("base64url")}`;
