import { apiPaths } from "#lib/paths.ts";
import { wireDate } from "#lib/platform/wire/dates.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";
import type { DeletedProject } from "#lib/projects/deleted/queries.ts";
import { restorableUntil } from "#lib/projects/deleted/rules.ts";
import type { DeletedProjectJson } from "#lib/projects/deleted/schema.ts";

export const presentDeletedProject = (project: DeletedProject): DeletedProjectJson => ({
  slug: project.slug,
  name: project.name,
  organization: project.organization?.slug ?? null,
  deleted: wireDate(project.deletedAt),
  deleted_by: project.deletedBy?.username ?? null,
  restorable_until: wireDate(restorableUntil(project.purgeAt)),
  _links: { restore: dashboardUrl(apiPaths.restoreProject(project.slug)) },
});
