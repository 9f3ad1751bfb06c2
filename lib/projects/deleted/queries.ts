import { type Granted, grant } from "#lib/access/rules.ts";
import type { Actor } from "#lib/access/schema.ts";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { type Found, type PageRequest, withCount } from "#lib/platform/wire/page.ts";
import { purgedAfter } from "#lib/projects/deleted/rules.ts";
import { restorableBy } from "#lib/projects/policy.ts";
import type { Prisma } from "#prisma/client/client.ts";

const fields = {
  id: true,
  rowVersion: true,
  slug: true,
  name: true,
  deletedAt: true,
  purgeAt: true,
  deletedBy: { select: { username: true } },
  organization: { select: { slug: true } },
} as const satisfies Prisma.ProjectSelect;

type Row = Prisma.ProjectGetPayload<{ select: typeof fields }>;
/** A project that was deleted, while it can be restored. */
export type DeletedProject = Omit<Row, "deletedAt" | "purgeAt"> & {
  readonly deletedAt: Date;
  readonly purgeAt: Date;
};

const deletedOf = ({ deletedAt, purgeAt, ...row }: Row): DeletedProject[] =>
  deletedAt && purgeAt ? [{ ...row, deletedAt, purgeAt }] : [];

/** The deleted projects the caller may restore, the last deleted first. */
export async function listDeletedProjects(actor: Actor, page: PageRequest): Promise<Found<DeletedProject>> {
  const where = restorableBy(actor, purgedAfter(clock.now()));
  const rows = await db.project.findMany({
    where,
    select: fields,
    orderBy: [{ deletedAt: "desc" }, { id: "desc" }],
    take: page.limit,
    skip: page.offset,
  });
  const { count } = await withCount(page, rows, () => db.project.count({ where }));
  return { count, rows: rows.flatMap(deletedOf) };
}

/** A deleted project that the caller may restore; 404 for any other. */
export async function openDeletedProject(
  actor: Actor,
  slug: string,
): Promise<Granted<"admin", DeletedProject>> {
  const row = await db.project.findFirst({
    where: { AND: [{ slug }, restorableBy(actor, purgedAfter(clock.now()))] },
    select: fields,
  });
  const [found] = row ? deletedOf(row) : [];
  return grant("admin", actor, found ?? null, { view: true, admin: true }, "Project");
}
