import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { startOfDay } from "#lib/sharing/rules/lifetime.ts";
import { secretHashes } from "#lib/sharing/rules/secrets.ts";

/** Whose link that is, where its share has ended by its date and nothing else is wrong with it. */
export async function findEnded(
  projectId: number,
  link: string,
): Promise<{ shareId: number; recipientId: number | null } | null> {
  const now = clock.now();
  const hashes = secretHashes("link", projectId, link);
  return db.shareSecret.findFirst({
    where: {
      projectId,
      kind: "link",
      retiredAt: null,
      AND: [
        { OR: hashes.map(({ keyId, hash }) => ({ keyId, lookupHash: hash })) },
        { OR: [{ validUntil: null }, { validUntil: { gt: now } }] },
        { OR: [{ recipientId: null }, { recipient: { revokedAt: null } }] },
      ],
      share: {
        revokedAt: null,
        expires: { lt: startOfDay(now) },
        project: { deletedAt: null, organization: { disabledAt: null } },
      },
    },
    select: { shareId: true, recipientId: true },
  });
}
