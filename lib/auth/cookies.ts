import { env } from "#lib/platform/env.ts";

const secure = env.DASHBOARD_URL.startsWith("https:");

/**
 * The dashboard's session cookie. Host-only, and over https with the prefix that keeps docs hosts, whose content is anybody's,
 * from planting one for the dashboard.
 */
export const sessionCookie = {
  name: secure ? "__Host-lectern-session" : "lectern-session",
  options: { httpOnly: true, sameSite: "lax", path: "/", secure },
} as const;

/** One cookie of a request, or null. */
export function readCookie(headers: Headers, name: string): string | null {
  for (const part of (headers.get("cookie") ?? "").split(";")) {
    const [key, ...value] = part.split("=");
    if (key?.trim() === name) return value.join("=").trim();
  }
  return null;
}
