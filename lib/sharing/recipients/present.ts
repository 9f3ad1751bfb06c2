import { apiPaths } from "#lib/paths.ts";
import { clock } from "#lib/platform/clock.ts";
import { wireDate, wireDateOrNull } from "#lib/platform/wire/dates.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";
import { shareUrl } from "#lib/sharing/present.ts";
import type { IssuedRecipient } from "#lib/sharing/recipients/commands.ts";
import type { Recipient } from "#lib/sharing/recipients/queries.ts";
import type { RecipientJson, SavedRecipientJson } from "#lib/sharing/recipients/schema.ts";
import { dayOf } from "#lib/sharing/rules/lifetime.ts";

/** Somebody a share is for, as the API shows them. */
export function presentRecipient({ share, secrets, link, use, ...row }: Recipient): RecipientJson {
  const now = clock.now();
  const current = secrets.find(({ kind, validUntil }) => kind !== "password" && validUntil === null);
  const ends = secrets.flatMap(({ validUntil }) => (validUntil && validUntil > now ? [validUntil] : []));
  const lastEnd = ends.sort((a, b) => b.getTime() - a.getTime())[0] ?? null;
  return {
    id: row.id,
    share: share.id,
    name: row.name,
    email: row.email,
    status: row.revokedAt === null ? "live" : "revoked",
    token: share.accessType === "token" ? link : null,
    token_prefix: current?.prefix ?? null,
    url: link === null ? null : shareUrl(share, link),
    old_secret_until: wireDateOrNull(lastEnd),
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
  const { share } = recipient;
  return {
    ...shown,
    token: issued.token ?? (share.accessType === "token" ? issued.link : null) ?? shown.token,
    url: issued.link === null ? shown.url : shareUrl(share, issued.link),
    password: issued.password,
    sessions_ended: sessionsEnded,
  };
}
