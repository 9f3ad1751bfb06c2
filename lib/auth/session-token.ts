import { decode, encode, type JWT } from "next-auth/jwt";
import { readCookie, sessionCookie } from "#lib/auth/cookies.ts";
import { derivedKey, derivedKeys } from "#lib/platform/secrets/keys.ts";

/** How long a browser keeps the cookie; the session row decides how long it is worth anything. */
export const COOKIE_SECONDS = 30 * 24 * 3600;

const PURPOSE = "next-auth";
const secretOf = (key: Buffer): string => key.toString("base64");

/** What next-auth encrypts the cookie with. */
export const authSecret = (): string => secretOf(derivedKey(PURPOSE));

/** What a cookie holds, also when it was made before the root key was changed; null when it is none of ours or too old. */
export async function readSessionToken(token: string | undefined): Promise<JWT | null> {
  if (!token) return null;
  for (const { key } of derivedKeys(PURPOSE)) {
    const content = await decode({ token, secret: secretOf(key) }).catch(() => null);
    if (content) return content;
  }
  return null;
}

/** The session row's id in the request's cookie, or null. Proves nothing until the row is found (decision 28). */
export async function readSessionId(headers: Headers): Promise<string | null> {
  const content = await readSessionToken(readCookie(headers, sessionCookie.name) ?? undefined);
  return typeof content?.sid === "string" ? content.sid : null;
}

/** The cookie's value for a session row, as signing in sets it. */
export const sessionToken = (id: string): Promise<string> =>
  encode({ token: { sid: id }, secret: authSecret(), maxAge: COOKIE_SECONDS });
