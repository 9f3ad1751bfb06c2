import { db, type Tx } from "#lib/platform/db/client.ts";
import type { Prisma } from "#prisma/client/client.ts";

const checkedFields = {
  id: true,
  rowVersion: true,
  projectId: true,
  host: true,
  https: true,
  state: true,
  challenge: true,
  findings: true,
  verifyBy: true,
  verifiedAt: true,
  project: { select: { slug: true, deletedAt: true } },
} as const satisfies Prisma.DomainSelect;

/** A domain as its check needs it. */
export type Checked = Prisma.DomainGetPayload<{ select: typeof checkedFields }>;

/** A domain to look at; null when it, or its project, is gone. */
export const findChecked = (id: number): Promise<Checked | null> =>
  db.domain.findFirst({ where: { id, project: { deletedAt: null } }, select: checkedFields });

/** Another project's domain that is served on the same host. */
export const findHolder = (
  { id, host }: Pick<Checked, "id" | "host">,
  tx: Pick<Tx, "domain"> = db,
): Promise<Checked | null> =>
  tx.domain.findFirst({ where: { host, state: "verified", id: { not: id } }, select: checkedFields });

/** Ids of the domains whose next look is due, the longest waiting first. */
export async function findDue(now: Date, most: number): Promise<number[]> {
  const rows = await db.domain.findMany({
    where: { nextCheckAt: { lte: now }, project: { deletedAt: null } },
    select: { id: true },
    orderBy: [{ nextCheckAt: "asc" }, { id: "asc" }],
    take: most,
  });
  return rows.map(({ id }) => id);
}
