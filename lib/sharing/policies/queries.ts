import type { Granted } from "#lib/access/rules.ts";
import type { Organization } from "#lib/organizations/queries.ts";
import { clock } from "#lib/platform/clock.ts";
import { db, type Tx } from "#lib/platform/db/client.ts";
import { breaks, type SharePolicy, usualPolicy } from "#lib/sharing/policies/rules.ts";
import { dayOf, liveAt } from "#lib/sharing/rules/lifetime.ts";
import type { Prisma } from "#prisma/client/client.ts";

const policyFields = {
  allowedTypes: true,
  mostDays: true,
  usualDays: true,
  allVersionsAllowed: true,
  linksReadable: true,
  remindDays: true,
  endsWithCreator: true,
} as const satisfies Prisma.SharePolicySelect;

/** What an organization lets its projects share; what is usual where it, or the organization, is not there. */
export async function findSharePolicy(organizationId: number | null, tx: Tx = db): Promise<SharePolicy> {
  if (organizationId === null) return usualPolicy;
  const row = await tx.sharePolicy.findUnique({ where: { organizationId }, select: policyFields });
  return row ?? usualPolicy;
}

/** The policy as its page shows it. `id` and `rowVersion` are what its entity tag is made of. */
export type OrganizationSharePolicy = SharePolicy & {
  readonly id: number;
  readonly rowVersion: number;
  readonly organization: Granted<"view", Organization>;
};

/** The share policy of an organization, its first version where nobody has changed anything. */
export async function getSharePolicy(
  organization: Granted<"view", Organization>,
): Promise<OrganizationSharePolicy> {
  const row = await db.sharePolicy.findUnique({
    where: { organizationId: organization.id },
    select: { ...policyFields, rowVersion: true },
  });
  return { ...usualPolicy, rowVersion: 0, ...row, id: organization.id, organization };
}

/** How many live shares of an organization its policy would not let anybody make today. */
export async function countBreakingShares(organizationId: number, policy: SharePolicy): Promise<number> {
  const now = clock.now();
  const rows = await db.share.findMany({
    where: {
      ...liveAt(now),
      project: { organizationId, deletedAt: null },
    },
    select: { accessType: true, allVersions: true, expires: true },
  });
  const today = dayOf(now);
  return rows.filter(({ accessType, allVersions, expires }) =>
    breaks(policy, { type: accessType, allVersions, expires: dayOf(expires) }, today),
  ).length;
}
