import type { SignedIn } from "#lib/access/schema.ts";
import type { Session } from "#lib/accounts/sessions/queries.ts";
import type { SessionJson } from "#lib/accounts/sessions/schema.ts";
import { apiPaths } from "#lib/paths.ts";
import { wireDate } from "#lib/platform/wire/dates.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";

export function presentSession(row: Session, actor: SignedIn): SessionJson {
  const id = Buffer.from(row.publicHash).toString("hex");
  return {
    id,
    current: actor.kind === "user" && actor.sessionId === row.id,
    created: wireDate(row.created),
    last_seen: wireDate(row.lastSeenAt),
    expires: wireDate(row.expiresAt),
    address: row.address,
    client: row.client,
    _links: { _self: dashboardUrl(apiPaths.session(id)) },
  };
}
