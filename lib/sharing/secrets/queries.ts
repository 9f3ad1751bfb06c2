import { keyedHash, keyedHashes, randomToken } from "#lib/platform/secrets/tokens.ts";
import { prefixes } from "#lib/sharing/rules/secrets.ts";
import type { SecretKind } from "#lib/sharing/schema.ts";

/** A new secret of 192 random bits. */
export const newSecret = (kind: "link" | "header_token"): string => randomToken(24, prefixes[kind]);

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
