import { apiPaths } from "#lib/paths.ts";
import { wireDate, wireDateOrNull } from "#lib/platform/wire/dates.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";
import type { RepositoryToken } from "#lib/projects/repository-tokens/queries.ts";
import type { RepositoryTokenJson } from "#lib/projects/repository-tokens/schema.ts";

export function presentRepositoryToken(row: RepositoryToken): RepositoryTokenJson {
  return {
    username: row.username,
    last_four: row.lastFour,
    origin: row.origin,
    created: wireDate(row.created),
    last_used: wireDateOrNull(row.lastUsedAt),
    _links: {
      _self: dashboardUrl(apiPaths.repositoryToken(row.project.slug)),
      project: dashboardUrl(apiPaths.project(row.project.slug)),
    },
  };
}
