import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import type { SharedLink } from "#lib/sharing/links/schema.ts";
import { secretHashes } from "#lib/sharing/secrets/queries.ts";

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
      retiredAt: null,
      AND: [
        { OR: hashes.map(({ keyId, hash }) => ({ keyId, lookupHash: hash })) },
        { OR: [{ validUntil: null }, { validUntil: { gt: now } }] },
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
