import type { AccountDeletionJson } from "#lib/accounts/deletion/schema.ts";
import { db, type Tx } from "#lib/platform/db/client.ts";

/** Organizations and projects that only this person looks after; people whose account is disabled do not count. */
export async function findOrphans(
  tx: Pick<Tx, "organization" | "project">,
  userId: number,
): Promise<AccountDeletionJson["blocked_by"]> {
  const mine = { some: { userId } };
  const others = { none: { userId: { not: userId }, user: { deactivatedAt: null } } };
  const select = { slug: true, name: true } as const;
  const [organizations, projects] = await Promise.all([
    tx.organization.findMany({
      where: { deletedAt: null, AND: [{ owners: mine }, { owners: others }] },
      select,
      orderBy: { slug: "asc" },
    }),
    tx.project.findMany({
      where: { deletedAt: null, organizationId: null, AND: [{ maintainers: mine }, { maintainers: others }] },
      select,
      orderBy: { slug: "asc" },
    }),
  ]);
  return [
    ...organizations.map((row) => ({ kind: "organization" as const, ...row })),
    ...projects.map((row) => ({ kind: "project" as const, ...row })),
  ];
}

/** What deleting an account would take along, and what stands in its way. */
export async function getDeletion(userId: number): Promise<AccountDeletionJson> {
  const [blocked_by, tokens, teams] = await Promise.all([
    findOrphans(db, userId),
    db.apiToken.count({ where: { userId, revokedAt: null } }),
    db.teamMember.count({ where: { userId } }),
  ]);
  return { blocked_by, tokens, teams };
}
