import { apiPaths } from "#lib/paths.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";
import type { Project } from "#lib/projects/queries.ts";
import type { PublishingSettings } from "#lib/publishing/settings/queries.ts";
import type { PublishingJson } from "#lib/publishing/settings/schema.ts";

export const presentPublishing = (
  { slug }: Project,
  { robotsNoindex, diffBase, extensionRequests }: PublishingSettings,
): PublishingJson => ({
  search_engines: !robotsNoindex,
  diff_base: diffBase,
  extension_requests: extensionRequests,
  _links: {
    _self: dashboardUrl(apiPaths.publishing(slug)),
    project: dashboardUrl(apiPaths.project(slug)),
  },
});
