import { headers } from "next/headers";
import type { Actor } from "#lib/access/schema.ts";
import { presentPreferences } from "#lib/accounts/preferences/present.ts";
import type { Preferences } from "#lib/accounts/preferences/schema.ts";
import { currentActor, currentUser } from "#lib/auth/actor.ts";
import { oncePerPage } from "#lib/auth/once-per-page.ts";

/** Who looks at a page, once per request. A page knows no API tokens. */
export const sessionActor = oncePerPage(async (): Promise<Actor> => {
  const given = new Headers(await headers());
  given.delete("authorization");
  const { actor } = await currentActor(given);
  return actor;
});

/** How whoever looks at a page wants the dashboard; the defaults for visitors. */
export const sessionPreferences = async (): Promise<Preferences> =>
  presentPreferences(await currentUser(new Headers(await headers())));
