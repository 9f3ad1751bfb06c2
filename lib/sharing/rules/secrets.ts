import type { SecretKind, ShareType } from "#lib/sharing/schema.ts";

/** How secrets begin, so that people and scanners recognise one that leaked. */
export const prefixes = { link: "lcl_", header_token: "lch_" } as const;

/** So much of a secret is shown, to recognise it by. */
export const prefixLength = 8;

/** The secrets somebody needs to use a share of a type. */
export const kindsOf: Readonly<Record<ShareType, readonly SecretKind[]>> = {
  token: ["link"],
  password: ["link", "password"],
  http_header_token: ["header_token"],
};

/** The secrets that are replaced: where there is a password, those the caller names. */
export const replacedKinds = (
  type: ShareType,
  wanted: "password" | "link" | "both",
): readonly SecretKind[] => (type !== "password" || wanted === "both" ? kindsOf[type] : [wanted]);

/** A stored hash as a key of a map. */
export const secretKey = (kind: SecretKind, hash: { keyId: number; hash: Uint8Array }): string =>
  `${kind}:${hash.keyId}:${Buffer.from(hash.hash).toString("base64url")}`;
