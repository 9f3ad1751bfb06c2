import { presentPreferences } from "#lib/accounts/preferences/present.ts";
import type { Preferences } from "#lib/accounts/preferences/schema.ts";
import { db } from "#lib/platform/db/client.ts";
import { notFound } from "#lib/platform/errors.ts";

/** How somebody wants the dashboard, defaults included. */
export async function getPreferences(userId: number): Promise<Preferences> {
  const user = await db.user.findUnique({
    where: { id: userId },
    select: { preferences: true, timeZone: true },
  });
  if (!user) throw notFound("User");
  return presentPreferences(user);
}
