import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import type { DocsShareSession } from "#lib/sharing/sessions/schema.ts";

/** The share session of an id while it has not been ended; else null. Whether its secret still counts is for the site to say. */
export async function findShareSession(id: string): Promise<DocsShareSession | null> {
  return db.shareSession.findFirst({
    where: { id, endedAt: null },
    select: { id: true, shareId: true, recipientId: true, secretId: true, host: true },
  });
}

/** Those of the sessions that may come back, because revoking their share can still be taken back. */
export async function findRevivable(ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.shareSession.findMany({
    where: { id: { in: [...ids] }, share: { undoUntil: { gte: clock.now() } } },
    orderBy: { id: "asc" },
    select: { id: true },
  });
  return new Set(rows.map(({ id }) => id));
}
