import { apiPaths } from "#lib/paths.ts";
import { clock } from "#lib/platform/clock.ts";
import { wireDate, wireDateOrNull } from "#lib/platform/wire/dates.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";
import type { ExtensionRequest } from "#lib/sharing/extension-requests/queries.ts";
import type { ExtensionRequestJson } from "#lib/sharing/extension-requests/schema.ts";
import { dayOf, statusOf } from "#lib/sharing/rules/lifetime.ts";

export const presentExtensionRequest = ({
  project,
  share,
  recipient,
  ...row
}: ExtensionRequest): ExtensionRequestJson => ({
  id: row.id,
  project: project.slug,
  share: {
    id: share.id,
    description: share.description,
    expires: dayOf(share.expires),
    status: statusOf(share, clock.now()),
    length_days: share.lengthDays,
  },
  recipient,
  email: row.email,
  note: row.note,
  status: row.outcome ?? "open",
  created: wireDate(row.created),
  handled_at: wireDateOrNull(row.handledAt),
  handled_by: row.handledBy?.username ?? null,
  _links: {
    _self: dashboardUrl(apiPaths.extensionRequest(project.slug, row.id)),
    share: dashboardUrl(apiPaths.share(project.slug, share.id)),
    project: dashboardUrl(apiPaths.project(project.slug)),
  },
});
