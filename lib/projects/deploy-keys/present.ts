import { apiPaths } from "#lib/paths.ts";
import { wireDate, wireDateOrNull } from "#lib/platform/wire/dates.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";
import type { DeployKey } from "#lib/projects/deploy-keys/queries.ts";
import type { DeployKeyJson } from "#lib/projects/deploy-keys/schema.ts";

export function presentDeployKey(row: DeployKey): DeployKeyJson {
  return {
    public_key: row.publicKey,
    fingerprint: row.fingerprint,
    created: wireDate(row.created),
    last_used: wireDateOrNull(row.lastUsedAt),
    _links: {
      _self: dashboardUrl(apiPaths.deployKey(row.project.slug)),
      project: dashboardUrl(apiPaths.project(row.project.slug)),
    },
  };
}
