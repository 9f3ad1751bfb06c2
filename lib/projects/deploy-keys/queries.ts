import type { Granted } from "#lib/access/rules.ts";
import { db } from "#lib/platform/db/client.ts";
import { notFound } from "#lib/platform/errors.ts";
import type { Project } from "#lib/projects/queries.ts";
import type { Prisma } from "#prisma/client/client.ts";

export const deployKeyFields = {
  publicKey: true,
  fingerprint: true,
  created: true,
  lastUsedAt: true,
  project: { select: { slug: true } },
} as const satisfies Prisma.DeployKeySelect;

export type DeployKey = Prisma.DeployKeyGetPayload<{ select: typeof deployKeyFields }>;

/** The public part of a project's key. Throws 404 when it has none. */
export async function getDeployKey(project: Granted<"admin", Project>): Promise<DeployKey> {
  const row = await db.deployKey.findUnique({ where: { projectId: project.id }, select: deployKeyFields });
  if (!row) throw notFound("DeployKey");
  return row;
}
