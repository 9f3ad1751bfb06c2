import { type Granted, grant } from "#lib/access/rules.ts";
import { db } from "#lib/platform/db/client.ts";
import { type Found, type PageRequest, withCount } from "#lib/platform/wire/page.ts";
import type { Project } from "#lib/projects/queries.ts";
import type { Prisma } from "#prisma/client/client.ts";

export const domainFields = {
  id: true,
  rowVersion: true,
  host: true,
  canonical: true,
  https: true,
  hstsSeconds: true,
  hstsSubdomains: true,
  hstsPreload: true,
  state: true,
  challenge: true,
  findings: true,
  lastCheckedAt: true,
  nextCheckAt: true,
  verifyBy: true,
  verifiedAt: true,
  created: true,
  modified: true,
  headers: { select: { name: true, value: true, secureOnly: true }, orderBy: { name: "asc" } },
} as const satisfies Prisma.DomainSelect;

/** A domain together with its project. */
export type Domain = Prisma.DomainGetPayload<{ select: typeof domainFields }> & {
  readonly project: Granted<"admin", Project>;
};

/** A project's domains by name. */
export async function listDomains(
  project: Granted<"admin", Project>,
  page: PageRequest,
): Promise<Found<Domain>> {
  const where = { projectId: project.id };
  const rows = await db.domain.findMany({
    where,
    select: domainFields,
    orderBy: [{ host: "asc" }, { id: "asc" }],
    take: page.limit,
    skip: page.offset,
  });
  const { count } = await withCount(page, rows, () => db.domain.count({ where }));
  return { count, rows: rows.map((row) => ({ ...row, project })) };
}

/** A domain of a project; 404 when the project has none of that number. */
export async function openDomain(
  project: Granted<"admin", Project>,
  id: number,
): Promise<Granted<"admin", Domain>> {
  const row = await db.domain.findFirst({ where: { id, projectId: project.id }, select: domainFields });
  const may = { view: true, admin: true };
  return grant("admin", project.actor, row && { ...row, project }, may, "Domain");
}

/** Whether documentation is served on a host because its owner has verified it for a project that is there. */
export async function isServed(host: string): Promise<boolean> {
  const found = await db.domain.findFirst({
    where: { host, state: "verified", project: { deletedAt: null } },
    select: { id: true },
  });
  return found !== null;
}
