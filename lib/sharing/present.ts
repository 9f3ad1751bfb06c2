import { apiPaths } from "#lib/paths.ts";
import { clock } from "#lib/platform/clock.ts";
import { wireDate, wireDateOrNull } from "#lib/platform/wire/dates.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";
import { addressOf, docsHosts } from "#lib/projects/present.ts";
import { encodePath, formatDocsPath, originOf, placeOf } from "#lib/publishing/rules/address.ts";
import type { SavedShare } from "#lib/sharing/commands.ts";
import type { Share } from "#lib/sharing/queries.ts";
import { landingOf } from "#lib/sharing/rules/landing.ts";
import { dayOf, statusOf } from "#lib/sharing/rules/lifetime.ts";
import type { SavedShareJson, ShareJson } from "#lib/sharing/schema.ts";

/** A share as the API shows it (spec/serving.md 14.2). */
export function presentShare(share: Share): ShareJson {
  const { project, scope } = share;
  const now = clock.now();
  const current = share.secrets.filter(({ validUntil }) => validUntil === null);
  const replaced = share.secrets.flatMap(({ validUntil }) =>
    validUntil !== null && validUntil > now ? [validUntil] : [],
  );
  const self = apiPaths.share(project.slug, share.id);
  return {
    id: share.id,
    project: project.slug,
    access_type: share.accessType,
    description: share.description,
    expires: dayOf(share.expires),
    status: statusOf(share, now),
    allow_all: share.allVersions,
    versions: share.versions.map(({ version }) => version.slug),
    version_patterns: [...scope.versionPatterns],
    path_prefixes: [...scope.pathPrefixes],
    landing_path: share.landingPath,
    notify_first_use: share.notifyFirstUse,
    notify_before_end: share.notifyBeforeEnd,
    token: share.accessType === "token" ? share.link : null,
    token_prefix: current.find(({ kind }) => kind !== "password")?.prefix ?? null,
    url: share.link === null ? null : shareUrl(share, share.link),
    old_secret_until: wireDateOrNull(replaced.sort((a, b) => b.getTime() - a.getTime())[0] ?? null),
    for_recipients: share._count.recipients > 0 || (current.length === 0 && share.secretsWipedAt === null),
    recipients: share._count.recipients,
    uses: share.uses,
    length_days: share.lengthDays,
    created: wireDate(share.created),
    created_by: share.createdBy?.username ?? null,
    modified: wireDate(share.modified),
    first_used_at: wireDateOrNull(share.firstUsedAt),
    last_used_at: wireDateOrNull(share.lastUsedAt),
    revoked_at: wireDateOrNull(share.revokedAt),
    undo_until: wireDateOrNull(share.undoUntil),
    _links: {
      _self: dashboardUrl(self),
      project: dashboardUrl(apiPaths.project(project.slug)),
      recipients: dashboardUrl(apiPaths.shareRecipients(project.slug, share.id)),
      use: dashboardUrl(apiPaths.shareUse(project.slug, share.id)),
      sessions: dashboardUrl(apiPaths.shareSessions(project.slug, share.id)),
    },
  };
}

/** The answer to a change, with the secrets it made. */
export function presentSavedShare({ share, issued, sessionsEnded }: SavedShare): SavedShareJson {
  const shown = presentShare(share);
  return {
    ...shown,
    token: issued.token ?? (share.accessType === "token" ? issued.link : null) ?? shown.token,
    url: issued.link === null ? shown.url : shareUrl(share, issued.link),
    password: issued.password,
    sessions_ended: sessionsEnded,
  };
}

/** The link that holds a secret of a share, or of one of its recipients, on the host the project is read on. */
export function shareUrl(
  share: Pick<Share, "project" | "site" | "scope" | "landingPath">,
  secret: string,
): string {
  const address = addressOf(share.project);
  const origin = originOf(placeOf(address).root, null, docsHosts());
  const landing = landingOf(share.scope, share.site.versions, share.project.defaultVersion);
  const next = share.landingPath ?? (landing && encodePath(formatDocsPath(address, landing)));
  return `${origin}/_/sharing/${secret}${next === null ? "" : `?${new URLSearchParams({ next })}`}`;
}
