import { apiPaths } from "#lib/paths.ts";
import { clock } from "#lib/platform/clock.ts";
import { wireDate, wireDateOrNull } from "#lib/platform/wire/dates.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";
import type { ShareSession } from "#lib/sharing/sessions/queries.ts";
import { isOpen } from "#lib/sharing/sessions/rules.ts";
import type { ShareSessionJson } from "#lib/sharing/sessions/schema.ts";

/** A browser that has opened a share, as the API shows it. */
export function presentShareSession(row: ShareSession): ShareSessionJson {
  const { share, recipient } = row;
  const { slug } = share.project;
  return {
    id: row.id,
    recipient: recipient && { id: recipient.id, name: recipient.name },
    state: isOpen(row, clock.now()) ? "open" : "ended",
    host: row.host,
    created: wireDate(row.created),
    last_seen: wireDate(row.lastSeenAt),
    ended_at: wireDateOrNull(row.endedAt),
    end_reason: row.endReason,
    address: row.address,
    client: row.client,
    pages: row.pages,
    downloads: row.downloads,
    _links: {
      _self: dashboardUrl(apiPaths.shareSession(slug, share.id, row.id)),
      share: dashboardUrl(apiPaths.share(slug, share.id)),
    },
  };
}
