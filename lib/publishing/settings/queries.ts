import type { Granted } from "#lib/access/rules.ts";
import { db } from "#lib/platform/db/client.ts";
import { notFound } from "#lib/platform/errors.ts";
import type { Project } from "#lib/projects/queries.ts";
import type { Prisma } from "#prisma/client/client.ts";

export const settingFields = {
  rowVersion: true,
  robotsNoindex: true,
  diffBase: true,
  extensionRequests: true,
} as const satisfies Prisma.ProjectSelect;

export type PublishingSettings = Prisma.ProjectGetPayload<{ select: typeof settingFields }>;

/** What a project decides about its published pages, for its admins. */
export async function getPublishingSettings(project: Granted<"admin", Project>): Promise<PublishingSettings> {
  const row = await db.project.findUnique({ where: { id: project.id }, select: settingFields });
  if (row === null) throw notFound("Project");
  return row;
}
