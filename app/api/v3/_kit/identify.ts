import type { Actor } from "#lib/access/schema.ts";
import { currentActor } from "#lib/auth/actor.ts";
import { requireSameOrigin } from "#lib/auth/same-origin.ts";

export const safe = (method: string): boolean => ["GET", "HEAD", "OPTIONS"].includes(method);

/** Who is asking, by token or by cookie. `viaCookie` says whether the session cookie was looked at. Refuses with 401 or 403. */
export async function identify(request: Request): Promise<{ actor: Actor; viaCookie: boolean }> {
  const { actor, viaCookie } = await currentActor(request.headers);
  if (actor.kind === "user" && !safe(request.method)) requireSameOrigin(request.headers);
  return { actor, viaCookie };
}
