import { apiPaths } from "#lib/paths.ts";
import { wireDate, wireDateOrNull } from "#lib/platform/wire/dates.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";
import type { Publication } from "#lib/publishing/publications/queries.ts";
import type { PublicationJson } from "#lib/publishing/publications/schema.ts";

export function presentPublication({ version, ...row }: Publication): PublicationJson {
  const project = version.project.slug;
  return {
    id: row.id,
    build: row.buildId,
    commit: row.build.commit,
    reason: row.reason,
    published: wireDate(row.publishedAt),
    published_by: row.byUser?.username ?? null,
    ended: wireDateOrNull(row.endedAt),
    end_reason: row.endReason,
    kept: row.build.filesState === "kept",
    _links: {
      build: dashboardUrl(apiPaths.build(project, row.buildId)),
      version: dashboardUrl(apiPaths.version(project, version.slug)),
      project: dashboardUrl(apiPaths.project(project)),
    },
  };
}
