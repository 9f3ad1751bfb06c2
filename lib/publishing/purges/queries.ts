import type { Granted } from "#lib/access/rules.ts";
import { db } from "#lib/platform/db/client.ts";
import type { Found, PageRequest } from "#lib/platform/wire/page.ts";
import type { Project } from "#lib/projects/queries.ts";
import type { PurgeFilter } from "#lib/publishing/purges/schema.ts";
import type { Prisma } from "#prisma/client/client.ts";

const purgeFields = {
  id: true,
  tags: true,
  reason: true,
  state: true,
  attempts: true,
  lastError: true,
  created: true,
  doneAt: true,
  project: { select: { slug: true } },
} as const satisfies Prisma.PurgeRequestSelect;

export type PurgeRequest = Prisma.PurgeRequestGetPayload<{ select: typeof purgeFields }>;

/** What shared caches were asked to forget of a project, newest first; for its admins. */
export async function listPurgeRequests(
  project: Granted<"admin", Project>,
  { state }: PurgeFilter,
  page: PageRequest,
): Promise<Found<PurgeRequest>> {
  const where: Prisma.PurgeRequestWhereInput = {
    projectId: project.id,
    ...(state !== undefined && { state }),
  };
  const [count, rows] = await Promise.all([
    db.purgeRequest.count({ where }),
    db.purgeRequest.findMany({
      where,
      select: purgeFields,
      orderBy: { id: "desc" },
      take: page.limit,
      skip: page.offset,
    }),
  ]);
  return { count, rows };
}
