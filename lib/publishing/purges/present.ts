import { apiPaths } from "#lib/paths.ts";
import { wireDate, wireDateOrNull } from "#lib/platform/wire/dates.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";
import type { PurgeRequest } from "#lib/publishing/purges/queries.ts";
import type { PurgeRequestJson } from "#lib/publishing/purges/schema.ts";

export const presentPurgeRequest = (row: PurgeRequest): PurgeRequestJson => ({
  id: row.id,
  tags: row.tags,
  reason: row.reason,
  state: row.state,
  attempts: row.attempts,
  last_error: row.lastError,
  created: wireDate(row.created),
  done: wireDateOrNull(row.doneAt),
  _links: { project: dashboardUrl(apiPaths.project(row.project.slug)) },
});
