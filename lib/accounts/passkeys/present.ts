import type { Passkey } from "#lib/accounts/passkeys/queries.ts";
import type { PasskeyJson } from "#lib/accounts/passkeys/schema.ts";
import { apiPaths } from "#lib/paths.ts";
import { wireDate, wireDateOrNull } from "#lib/platform/wire/dates.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";

export const presentPasskey = (row: Passkey): PasskeyJson => ({
  id: row.id,
  name: row.name,
  created: wireDate(row.created),
  last_used: wireDateOrNull(row.lastUsedAt),
  _links: { _self: dashboardUrl(apiPaths.passkey(row.id)) },
});
