import { type Granted, grant } from "#lib/access/rules.ts";
import { db } from "#lib/platform/db/client.ts";
import { type Found, type PageRequest, withCount } from "#lib/platform/wire/page.ts";
import type { Project } from "#lib/projects/queries.ts";
import type { Prisma } from "#prisma/client/client.ts";

/** Everything but the value, which only builds read. */
export const variableFields = {
  id: true,
  rowVersion: true,
  name: true,
  public: true,
  valueBytes: true,
  createdBy: { select: { username: true } },
  created: true,
  modified: true,
} as const satisfies Prisma.EnvironmentVariableSelect;

/** An environment variable without its value, together with its project. */
export type EnvironmentVariable = Prisma.EnvironmentVariableGetPayload<{ select: typeof variableFields }> & {
  readonly project: Granted<"admin", Project>;
};

/** A project's environment variables, oldest first. */
export async function listEnvironmentVariables(
  project: Granted<"admin", Project>,
  page: PageRequest,
): Promise<Found<EnvironmentVariable>> {
  const where = { projectId: project.id };
  const rows = await db.environmentVariable.findMany({
    where,
    select: variableFields,
    orderBy: { id: "asc" },
    take: page.limit,
    skip: page.offset,
  });
  const { count } = await withCount(page, rows, () => db.environmentVariable.count({ where }));
  return { count, rows: rows.map((row) => ({ ...row, project })) };
}

/** An environment variable of a project; 404 when the project has none of that number. */
export async function openEnvironmentVariable(
  project: Granted<"admin", Project>,
  id: number,
): Promise<Granted<"admin", EnvironmentVariable>> {
  const row = await db.environmentVariable.findFirst({
    where: { id, projectId: project.id },
    select: variableFields,
  });
  const may = { view: true, admin: true };
  return grant("admin", project.actor, row && { ...row, project }, may, "EnvironmentVariable");
}
