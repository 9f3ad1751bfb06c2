import type { SecurityEvent } from "#lib/accounts/security-log/queries.ts";
import type { SecurityEventJson } from "#lib/accounts/security-log/schema.ts";
import { wireDate } from "#lib/platform/wire/dates.ts";

/** What an event was about besides the account itself: a token is a subject of its own, the rest stands in the changes. */
function aboutOf({ subjectKind, subjectLabel, changes }: SecurityEvent): string | null {
  if (subjectKind === "token") return subjectLabel;
  if (changes === null || typeof changes !== "object" || Array.isArray(changes)) return null;
  const about = changes.address ?? changes.passkey;
  return typeof about === "string" ? about : null;
}

export const presentSecurityEvent = (row: SecurityEvent): SecurityEventJson => ({
  id: Number(row.id),
  at: wireDate(row.at),
  action: row.action,
  about: aboutOf(row),
  actor: row.actorLabel,
  address: row.address,
  client: row.client,
});
