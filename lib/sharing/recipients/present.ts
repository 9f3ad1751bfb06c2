import { apiPaths } from "#lib/paths.ts";
import { wireDate, wireDateOrNull } from "#lib/platform/wire/dates.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";
import type { IssuedRecipient } from "#lib/sharing/recipients/commands.ts";
import type { Recipient } from "#lib/sharing/recipients/queries.ts";
import type { RecipientJson, SavedRecipientJson } from "#lib/sharing/recipients/schema.ts";
import { dayOf } from "#lib/sharing/rules/lifetime.ts";
import { presentIssued, presentSecrets } from "#lib/sharing/secrets/present.ts";

/** Somebody a share is for, as the API shows them. */
export function presentRecipient({ share, secrets, link, use, ...row }: Recipient): RecipientJson {
  return {
    id: row.id,
    share: share.id,
    name: row.name,
    email: row.email,
    status: row.revokedAt === null ? "live" : "revoked",
    ...presentSecrets(share, { secrets, link }),
    sessions: use.sessions,
    pages: use.pages,
    downloads: use.downloads,
    refused: use.refused,
    last_used_on: use.lastUsedOn && dayOf(use.lastUsedOn),
    created: wireDate(row.created),
    revoked_at: wireDateOrNull(row.revokedAt),
    _links: {
      _self: dashboardUrl(apiPaths.shareRecipient(share.project.slug, share.id, row.id)),
      share: dashboardUrl(apiPaths.share(share.project.slug, share.id)),
      project: dashboardUrl(apiPaths.project(share.project.slug)),
    },
  };
}

/** The answer to a change, with the secrets it made. */
export function presentSavedRecipient({
  recipient,
  issued,
  sessionsEnded,
}: IssuedRecipient): SavedRecipientJson {
  const shown = presentRecipient(recipient);
  return {
    ...shown,
    ...presentIssued(recipient.share, issued, shown),
    sessions_ended: sessionsEnded,
  };
}
