import type { DocsReader } from "#lib/accounts/docs-sessions/schema.ts";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";

/** The docs session of an id while it and the dashboard session it was made from last; else null. */
export async function findDocsReader(id: string): Promise<DocsReader | null> {
  const now = clock.now();
  return db.docsSession.findFirst({
    where: {
      id,
      endedAt: null,
      expiresAt: { gt: now },
      session: { endedAt: null, expiresAt: { gt: now } },
      user: { deactivatedAt: null },
    },
    select: { userId: true, projectId: true, host: true, expiresAt: true },
  });
}
