import type { Granted } from "#lib/access/rules.ts";
import { db } from "#lib/platform/db/client.ts";
import type { Found, PageRequest } from "#lib/platform/wire/page.ts";
import type { Version } from "#lib/versions/queries.ts";
import type { Prisma } from "#prisma/client/client.ts";

const publicationFields = {
  id: true,
  buildId: true,
  reason: true,
  publishedAt: true,
  endedAt: true,
  endReason: true,
  build: { select: { commit: true, filesState: true } },
  byUser: { select: { username: true } },
} as const satisfies Prisma.PublicationSelect;

type PublicationRow = Prisma.PublicationGetPayload<{ select: typeof publicationFields }>;

/** A publication together with its version, inside which it was looked up. */
export type Publication = PublicationRow & { readonly version: Version };

/** What a version's readers have got since when, newest first; for admins, because it names people. */
export async function listPublications(
  version: Granted<"admin", Version>,
  page: PageRequest,
): Promise<Found<Publication>> {
  const where = { versionId: version.id };
  const [count, rows] = await Promise.all([
    db.publication.count({ where }),
    db.publication.findMany({
      where,
      select: publicationFields,
      orderBy: [{ publishedAt: "desc" }, { id: "desc" }],
      take: page.limit,
      skip: page.offset,
    }),
  ]);
  return { count, rows: rows.map((row) => ({ ...row, version })) };
}

/** One publication of a version. */
export async function getPublication(version: Granted<"admin", Version>, id: number): Promise<Publication> {
  const row = await db.publication.findUniqueOrThrow({
    where: { id, versionId: version.id },
    select: publicationFields,
  });
  return { ...row, version };
}
