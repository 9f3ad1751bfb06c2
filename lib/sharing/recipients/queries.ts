import { type Granted, grant } from "#lib/access/rules.ts";
import { db } from "#lib/platform/db/client.ts";
import { containing } from "#lib/platform/db/like.ts";
import { type Found, type PageRequest, withCount } from "#lib/platform/wire/page.ts";
import type { Share } from "#lib/sharing/queries.ts";
import type { RecipientFilter } from "#lib/sharing/recipients/schema.ts";
import { readableLink } from "#lib/sharing/secrets/queries.ts";
import type { Prisma } from "#prisma/client/client.ts";

export const recipientFields = {
  id: true,
  name: true,
  email: true,
  created: true,
  revokedAt: true,
  secrets: {
    where: { retiredAt: null },
    orderBy: { id: "asc" },
    select: { kind: true, prefix: true, sealed: true, validUntil: true },
  },
} as const satisfies Prisma.ShareRecipientSelect;

type Row = Prisma.ShareRecipientGetPayload<{ select: typeof recipientFields }>;

/** What somebody has done with a share, all days together. */
export type RecipientUse = {
  readonly sessions: number;
  readonly pages: number;
  readonly downloads: number;
  readonly refused: number;
  readonly lastUsedOn: Date | null;
};

export type Recipient = Row & {
  readonly share: Granted<"admin", Share>;
  /** The secret of their link, where they have one that may be read again. */
  readonly link: string | null;
  readonly use: RecipientUse;
};

const unused: RecipientUse = { sessions: 0, pages: 0, downloads: 0, refused: 0, lastUsedOn: null };

/** A stored recipient ready to be shown; `use` is that of somebody new unless given. */
export const asRecipient = (
  share: Granted<"admin", Share>,
  row: Row,
  use: RecipientUse = unused,
): Recipient => ({ ...row, share, link: share.linksReadable ? readableLink(row.secrets) : null, use });

/** The recipients of a share in the order they were added. The number of queries does not depend on how many there are. */
export async function listRecipients(
  share: Granted<"admin", Share>,
  filter: RecipientFilter,
  page: PageRequest,
): Promise<Found<Recipient>> {
  const where: Prisma.ShareRecipientWhereInput = {
    shareId: share.id,
    ...(filter.status && { revokedAt: filter.status === "live" ? null : { not: null } }),
    ...(filter.q && { OR: [{ name: containing(filter.q) }, { email: containing(filter.q) }] }),
  };
  const rows = await db.shareRecipient.findMany({
    where,
    select: recipientFields,
    orderBy: { id: "asc" },
    take: page.limit,
    skip: page.offset,
  });
  const { count } = await withCount(page, rows, () => db.shareRecipient.count({ where }));
  return { count, rows: await withUse(share, rows) };
}

/** Somebody a share is for; 404 when it has nobody of that number. */
export async function openRecipient(
  share: Granted<"admin", Share>,
  id: number,
): Promise<Granted<"admin", Recipient>> {
  const row = await db.shareRecipient.findFirst({
    where: { id, shareId: share.id },
    select: recipientFields,
  });
  const [recipient = null] = row === null ? [] : await withUse(share, [row]);
  return grant("admin", share.actor, recipient, { view: true, admin: true }, "ShareRecipient");
}

async function withUse(share: Granted<"admin", Share>, rows: readonly Row[]): Promise<Recipient[]> {
  const where = { shareId: share.id, recipientId: { in: rows.map(({ id }) => id) } };
  const [sums, used] = await Promise.all([
    db.shareUseDaily.groupBy({
      by: ["recipientId"],
      where,
      _sum: { sessions: true, pages: true, downloads: true, refused: true },
    }),
    // A day on which somebody was only refused is no use.
    db.shareUseDaily.groupBy({
      by: ["recipientId"],
      where: { ...where, OR: [{ sessions: { gt: 0 } }, { pages: { gt: 0 } }, { downloads: { gt: 0 } }] },
      _max: { day: true },
    }),
  ]);
  const lastDays = new Map(used.map(({ recipientId, _max }) => [recipientId, _max.day]));
  const uses = new Map(sums.map(({ recipientId, _sum }) => [recipientId, _sum]));
  return rows.map((row) => {
    const sum = uses.get(row.id);
    const use: RecipientUse = {
      sessions: sum?.sessions ?? 0,
      pages: sum?.pages ?? 0,
      downloads: sum?.downloads ?? 0,
      refused: sum?.refused ?? 0,
      lastUsedOn: lastDays.get(row.id) ?? null,
    };
    return asRecipient(share, row, use);
  });
}
