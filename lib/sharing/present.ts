import { apiPaths } from "#lib/paths.ts";
import { clock } from "#lib/platform/clock.ts";
import { wireDate, wireDateOrNull } from "#lib/platform/wire/dates.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";
import type { SavedShare } from "#lib/sharing/commands.ts";
import type { ListedShare, Share } from "#lib/sharing/queries.ts";
import { dayOf, statusOf } from "#lib/sharing/rules/lifetime.ts";
import type { OrganizationShareJson, SavedShareJson, ShareJson } from "#lib/sharing/schema.ts";
import { presentIssued, presentMarks, presentSecrets } from "#lib/sharing/secrets/present.ts";

/** A share as the API shows it (spec/serving.md 14.2). */
export const presentShare = (share: Share): ShareJson => ({
  ...presentListedShare(share),
  ...presentSecrets(share, share),
});

/** The same without its link. */
export function presentListedShare(share: ListedShare): OrganizationShareJson {
  const { project, scope } = share;
  const now = clock.now();
  const hasSecret = share.secrets.some(({ validUntil }) => validUntil === null);
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
    can_reveal: share.linksReadable,
    notify_first_use: share.notifyFirstUse,
    notify_before_end: share.notifyBeforeEnd,
    ...presentMarks(share),
    for_recipients: share._count.recipients > 0 || (!hasSecret && share.secretsWipedAt === null),
    recipients: share._count.recipients,
    uses: share.uses.reduce((sum, sessions) => sum + sessions, 0),
    uses_by_day: [...share.uses],
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
      uses: dashboardUrl(apiPaths.shareUses(project.slug, share.id)),
      sessions: dashboardUrl(apiPaths.shareSessions(project.slug, share.id)),
    },
  };
}

/** The answer to a change, with the secrets it made. */
export function presentSavedShare({ share, issued, sessionsEnded }: SavedShare): SavedShareJson {
  const shown = presentShare(share);
  return {
    ...shown,
    ...presentIssued(share, issued, shown),
    sessions_ended: sessionsEnded,
  };
}
