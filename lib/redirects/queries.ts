import { type Granted, grant } from "#lib/access/rules.ts";
import { db } from "#lib/platform/db/client.ts";
import { type Found, type PageRequest, withCount } from "#lib/platform/wire/page.ts";
import type { Project } from "#lib/projects/queries.ts";
import type { Prisma } from "#prisma/client/client.ts";

export const redirectFields = {
  id: true,
  rowVersion: true,
  position: true,
  type: true,
  fromUrl: true,
  toUrl: true,
  httpStatus: true,
  force: true,
  enabled: true,
  description: true,
  created: true,
  modified: true,
} as const satisfies Prisma.RedirectSelect;

/** A redirect together with its project. */
export type Redirect = Prisma.RedirectGetPayload<{ select: typeof redirectFields }> & {
  readonly project: Granted<"admin", Project>;
};

/** A project's redirects in the order they are tried; no two have the same position. */
export async function listRedirects(
  project: Granted<"admin", Project>,
  page: PageRequest,
): Promise<Found<Redirect>> {
  const where = { projectId: project.id };
  const rows = await db.redirect.findMany({
    where,
    select: redirectFields,
    orderBy: { position: "asc" },
    take: page.limit,
    skip: page.offset,
  });
  const { count } = await withCount(page, rows, () => db.redirect.count({ where }));
  return { count, rows: rows.map((row) => ({ ...row, project })) };
}

/** A redirect of a project; 404 when the project has none of that number. */
export async function openRedirect(
  project: Granted<"admin", Project>,
  id: number,
): Promise<Granted<"admin", Redirect>> {
  const row = await db.redirect.findFirst({ where: { id, projectId: project.id }, select: redirectFields });
  const may = { view: true, admin: true };
  return grant("admin", project.actor, row && { ...row, project }, may, "Redirect");
}
