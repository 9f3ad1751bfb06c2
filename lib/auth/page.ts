import { headers } from "next/headers";
import { cache } from "react";
import type { Actor } from "#lib/access/schema.ts";
import { currentActor } from "#lib/auth/actor.ts";

/** Who looks at a page, once per request. A page knows no API tokens. */
export const sessionActor = cache(async (): Promise<Actor> => {
  const given = new Headers(await headers());
  given.delete("authorization");
  const { actor } = await currentActor(given);
  return actor;
});
