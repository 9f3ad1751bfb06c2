import { apiPaths } from "#lib/paths.ts";
import { wireDate } from "#lib/platform/wire/dates.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";
import type { Redirect } from "#lib/redirects/queries.ts";
import type { RedirectJson } from "#lib/redirects/schema.ts";

/** As it is read: addresses that are not set are null. */
export const presentRedirect = (redirect: Redirect): RedirectJson => ({
  ...presentSavedRedirect(redirect),
  from_url: redirect.fromUrl || null,
  to_url: redirect.toUrl || null,
});

/** As the answer to a write: addresses that are not set are "" (spec/api-v3.md 4.6). */
export const presentSavedRedirect = ({ project, ...row }: Redirect): RedirectJson => ({
  pk: row.id,
  created: wireDate(row.created),
  modified: wireDate(row.modified),
  project: project.slug,
  type: row.type,
  from_url: row.fromUrl,
  to_url: row.toUrl,
  force: row.force,
  enabled: row.enabled,
  description: row.description,
  http_status: row.httpStatus === 301 ? 301 : 302,
  position: row.position,
  _links: {
    _self: dashboardUrl(apiPaths.redirect(project.slug, row.id)),
    project: dashboardUrl(apiPaths.project(project.slug)),
  },
});
