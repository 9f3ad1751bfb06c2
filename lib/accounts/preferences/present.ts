import { type Preferences, storedPreferences } from "#lib/accounts/preferences/schema.ts";

/** How somebody wants the dashboard, from their columns; nobody's columns are the defaults. */
export const presentPreferences = (
  user: { preferences: unknown; timeZone: string | null } | null,
): Preferences => ({
  ...storedPreferences.parse(user?.preferences ?? {}),
  time_zone: user?.timeZone ?? null,
});
