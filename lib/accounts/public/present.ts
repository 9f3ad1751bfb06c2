import type { Profile } from "#lib/accounts/public/queries.ts";
import type { ProfileJson } from "#lib/accounts/public/schema.ts";
import { wireDate } from "#lib/platform/wire/dates.ts";

export const presentProfile = (row: Profile): ProfileJson => ({
  username: row.username,
  first_name: row.firstName,
  last_name: row.lastName,
  created: wireDate(row.created),
});
