import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { open } from "#lib/platform/secrets/sealing.ts";
import { keyedHash, keyedHashes, randomToken } from "#lib/platform/secrets/tokens.ts";
import { countingAt } from "#lib/sharing/rules/lifetime.ts";
import { prefixes } from "#lib/sharing/rules/secrets.ts";
import type { SecretKind } from "#lib/sharing/schema.ts";
import type { SharedLink } from "#lib/sharing/secrets/schema.ts";

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

/** A secret as it is stored, with what shows it again; without that it was told once. */
type StoredSecret = {
  readonly kind: SecretKind;
  readonly sealed: Uint8Array<ArrayBuffer> | null;
  readonly validUntil: Date | null;
};

/** The secret of the current link among some, where it can be read again. */
export function readableLink(secrets: readonly StoredSecret[]): string | null {
  const current = secrets.find(({ kind, validUntil }) => kind === "link" && validUntil === null);
  return current?.sealed ? open(current.sealed) : null;
}

/**
 * What a link leads to, if it belongs to one of the projects. Null for whatever does not count, in one look-up that finds nothing,
 * so that an unknown link and one that was revoked take the same time.
 */
export async function findLink(projectIds: ReadonlySet<number>, secret: string): Promise<SharedLink | null> {
  const now = clock.now();
  // Links are unique by themselves, whatever project they are for.
  const hashes = secretHashes("link", 0, secret);
  const row = await db.shareSecret.findFirst({
    where: {
      kind: "link",
      projectId: { in: [...projectIds] },
      AND: [
        countingAt(now),
        { OR: hashes.map(({ keyId, hash }) => ({ keyId, lookupHash: hash })) },
        { OR: [{ recipientId: null }, { recipient: { revokedAt: null } }] },
      ],
      share: { revokedAt: null, project: { deletedAt: null, organization: { disabledAt: null } } },
    },
    select: {
      id: true,
      projectId: true,
      shareId: true,
      recipientId: true,
      share: {
        select: { accessType: true, expires: true, project: { select: { extensionRequests: true } } },
      },
    },
  });
  if (row === null) return null;
  const { id, share, ...whose } = row;
  return {
    ...whose,
    secretId: id,
    type: share.accessType,
    expires: share.expires,
    takesRequests: share.project.extensionRequests,
  };
}
