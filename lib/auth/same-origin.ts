import { env } from "#lib/platform/env.ts";
import { forbidden } from "#lib/platform/errors.ts";

/**
 * Refuses a write that a page of another origin could have sent with the caller's cookie: the browser must say that it comes from
 * the dashboard's own address or from the host it is sent to (decision 12).
 */
export function requireSameOrigin(headers: Headers): void {
  const refuse = (reason: string) => forbidden(`CSRF Failed: ${reason}`);
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") throw refuse("The request comes from another site.");
  const origin = headers.get("origin");
  if (origin === null) {
    if (site === null) throw refuse("The request does not say which origin it comes from.");
    return;
  }
  const host = URL.canParse(origin) ? new URL(origin).host : "";
  if (origin === new URL(env.DASHBOARD_URL).origin || (host !== "" && host === headers.get("host"))) return;
  throw refuse(`Origin checking failed - ${origin} does not match any trusted origins.`);
}
