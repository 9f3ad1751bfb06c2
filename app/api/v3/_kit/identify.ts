import type { Actor } from "#lib/access/schema.ts";
import { currentActor } from "#lib/auth/actor.ts";
import { env } from "#lib/platform/env.ts";
import { forbidden } from "#lib/platform/errors.ts";

export const safe = (method: string): boolean => ["GET", "HEAD", "OPTIONS"].includes(method);

/**
 * Refuses a write that a page of another origin could have sent with the caller's cookie: the browser must say that it comes from
 * the dashboard's own address or from the host it is sent to (decision 12).
 */
export function requireSameOrigin(headers: Headers): void {
  const refuse = (reason: string) => forbidden(`CSRF Failed: ${reason}`);
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") throw refuse("the request comes from another site.");
  const origin = headers.get("origin");
  if (origin === null) {
    if (site === null) throw refuse("the request does not say which origin it comes from.");
    return;
  }
  const host = URL.canParse(origin) ? new URL(origin).host : "";
  if (origin === new URL(env.DASHBOARD_URL).origin || (host !== "" && host === headers.get("host"))) return;
  throw refuse(`Origin checking failed - ${origin} does not match any trusted origins.`);
}

/** Who is asking, by token or by cookie. `viaCookie` says whether the session cookie was looked at. Refuses with 401 or 403. */
export async function identify(request: Request): Promise<{ actor: Actor; viaCookie: boolean }> {
  const { actor, viaCookie } = await currentActor(request.headers);
  if (actor.kind === "user" && !safe(request.method)) requireSameOrigin(request.headers);
  return { actor, viaCookie };
}
