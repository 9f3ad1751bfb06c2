import type { Token } from "#lib/accounts/tokens/queries.ts";
import type { TokenJson } from "#lib/accounts/tokens/schema.ts";
import { apiPaths } from "#lib/paths.ts";
import { wireDate, wireDateOrNull } from "#lib/platform/wire/dates.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";

export function presentToken(row: Token): TokenJson {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    last_four: row.lastFour,
    scope: row.scope,
    projects: row.allProjects ? null : row.projects.map(({ project }) => project.slug).sort(),
    created: wireDate(row.created),
    expires: row.expiresAt?.toISOString().slice(0, 10) ?? null,
    last_used: wireDateOrNull(row.lastUsedAt),
    last_used_address: row.lastUsedAddress,
    last_used_client: row.lastUsedClient,
    _links: { _self: dashboardUrl(apiPaths.token(row.id)) },
  };
}
