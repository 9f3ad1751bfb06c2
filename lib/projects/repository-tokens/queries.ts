import type { Granted } from "#lib/access/rules.ts";
import { db } from "#lib/platform/db/client.ts";
import { notFound } from "#lib/platform/errors.ts";
import type { Project } from "#lib/projects/queries.ts";
import type { Prisma } from "#prisma/client/client.ts";

export const repositoryTokenFields = {
  username: true,
  lastFour: true,
  origin: true,
  created: true,
  lastUsedAt: true,
  project: { select: { slug: true } },
} as const satisfies Prisma.RepositoryTokenSelect;

export type RepositoryToken = Prisma.RepositoryTokenGetPayload<{ select: typeof repositoryTokenFields }>;

/** What may be shown of a project's token. Throws 404 when it has none. */
export async function getRepositoryToken(project: Granted<"admin", Project>): Promise<RepositoryToken> {
  const row = await db.repositoryToken.findUnique({
    where: { projectId: project.id },
    select: repositoryTokenFields,
  });
  if (!row) throw notFound("RepositoryToken");
  return row;
}
