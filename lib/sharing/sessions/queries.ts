import type { Granted } from "#lib/access/rules.ts";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import type { Found, PageRequest } from "#lib/platform/wire/page.ts";
import type { Share } from "#lib/sharing/queries.ts";
import { countingAt, liveAt } from "#lib/sharing/rules/lifetime.ts";
import type { DocsShareSession, SessionFilter } from "#lib/sharing/sessions/schema.ts";
import type { Prisma } from "#prisma/client/client.ts";

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

const sessionFields = {
  id: true,
  host: true,
  created: true,
  lastSeenAt: true,
  endedAt: true,
  endReason: true,
  address: true,
  client: true,
  pages: true,
  downloads: true,
  recipient: { select: { id: true, name: true, revokedAt: true } },
  secret: { select: { retiredAt: true, validUntil: true } },
} as const satisfies Prisma.ShareSessionSelect;

export type ShareSession = Prisma.ShareSessionGetPayload<{ select: typeof sessionFields }> & {
  readonly share: Granted<"admin", Share>;
};

/** The browsers that opened a share, the latest first. */
export async function listShareSessions(
  share: Granted<"admin", Share>,
  filter: SessionFilter,
  page: PageRequest,
): Promise<Found<ShareSession>> {
  const where: Prisma.ShareSessionWhereInput = {
    shareId: share.id,
    ...(filter.recipient !== undefined && { recipientId: filter.recipient }),
    ...(filter.state === "open" && openAt(clock.now())),
    ...(filter.state === "ended" && { NOT: openAt(clock.now()) }),
  };
  const [count, rows] = await Promise.all([
    db.shareSession.count({ where }),
    db.shareSession.findMany({
      where,
      orderBy: [{ created: "desc" }, { id: "desc" }],
      take: page.limit,
      skip: page.offset,
      select: sessionFields,
    }),
  ]);
  return { count, rows: rows.map((row) => ({ ...row, share })) };
}

/** As `isOpen` of rules.ts. */
const openAt = (now: Date): Prisma.ShareSessionWhereInput => ({
  endedAt: null,
  share: liveAt(now),
  secret: countingAt(now),
  OR: [{ recipientId: null }, { recipient: { revokedAt: null } }],
});
