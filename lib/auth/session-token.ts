import { decode, encode } from "next-auth/jwt";
import { readCookie, sessionCookie } from "#lib/auth/cookies.ts";
import { derivedKey } from "#lib/platform/secrets/keys.ts";

/** How long a browser keeps the cookie; the session row decides how long it is worth anything. */
export const COOKIE_SECONDS = 30 * 24 * 3600;

/** What next-auth encrypts the cookie with. */
export const authSecret = (): string => Buffer.from(derivedKey("next-auth")).toString("base64");

/** The session row's id in the request's cookie, or null. Proves nothing until the row is found (decision 28). */
export async function readSessionId(headers: Headers): Promise<string | null> {
  const token = readCookie(headers, sessionCookie.name);
  if (!token) return null;
  const content = await decode({ token, secret: authSecret() }).catch(() => null);
  return typeof content?.sid === "string" ? content.sid : null;
}

/** The cookie's value for a session row, as signing in sets it. */
export const sessionToken = (id: string): Promise<string> =>
  encode({ token: { sid: id }, secret: authSecret(), maxAge: COOKIE_SECONDS });
