import type { Granted } from "#lib/access/rules.ts";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import type { PageRequest } from "#lib/platform/wire/page.ts";
import type { Share } from "#lib/sharing/queries.ts";
import { dayOf, daysAfter } from "#lib/sharing/rules/lifetime.ts";
import { readSessionId } from "#lib/sharing/sessions/rules.ts";
import type { AccessFilter, UseFilter } from "#lib/sharing/use/schema.ts";
import type { Prisma } from "#prisma/client/client.ts";

type OfShare = Granted<"admin", Share>;

const sums = { sessions: true, pages: true, downloads: true, refused: true } as const;

/** How a share was used on each of the last days, and by whom. Three queries, however many recipients there are. */
export async function listUse(share: OfShare, filter: UseFilter) {
  const to = dayOf(clock.now());
  const from = daysAfter(to, 1 - Number(filter.days ?? "30"));
  const where: Prisma.ShareUseDailyWhereInput = {
    shareId: share.id,
    day: { gte: new Date(from) },
    ...(filter.recipient !== undefined && { recipientId: filter.recipient }),
  };
  const [days, byRecipient, recipients] = await Promise.all([
    db.shareUseDaily.groupBy({ by: ["day"], where, _sum: sums, orderBy: { day: "asc" } }),
    db.shareUseDaily.groupBy({ by: ["recipientId"], where, _sum: sums, _max: { day: true } }),
    db.shareRecipient.findMany({
      where: { shareId: share.id, ...(filter.recipient !== undefined && { id: filter.recipient }) },
      orderBy: { id: "asc" },
      select: { id: true, name: true, revokedAt: true },
    }),
  ]);
  return { share, from, to, days, byRecipient, recipients };
}
export type Use = Awaited<ReturnType<typeof listUse>>;

type Person = { readonly id: number; readonly name: string };

/** Single accesses of a share that were kept, the latest first. */
export async function listAccesses(share: OfShare, filter: AccessFilter, page: PageRequest) {
  const where: Prisma.ShareAccessWhereInput = {
    shareId: share.id,
    ...(filter.recipient !== undefined && { recipientId: filter.recipient }),
    ...(filter.session !== undefined && { sessionId: readSessionId(filter.session) }),
    ...(filter.granted !== undefined && { granted: filter.granted }),
  };
  const [count, rows] = await Promise.all([
    db.shareAccess.count({ where }),
    db.shareAccess.findMany({
      where,
      orderBy: [{ at: "desc" }, { id: "desc" }],
      take: page.limit,
      skip: page.offset,
    }),
  ]);
  const ids = new Set(rows.flatMap(({ recipientId }) => recipientId ?? []));
  const people = await db.shareRecipient.findMany({
    where: { id: { in: [...ids] }, shareId: share.id },
    select: { id: true, name: true },
  });
  const byId = new Map<number | null, Person>(people.map((person) => [person.id, person]));
  return { count, rows: rows.map((row) => ({ ...row, recipient: byId.get(row.recipientId) ?? null })) };
}
export type StoredAccess = Awaited<ReturnType<typeof listAccesses>>["rows"][number];
