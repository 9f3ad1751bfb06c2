import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { DocsCodeTarget } from "#lib/accounts/docs-sessions/schema.ts";

/** How long a code lives, in seconds: one redirect. */
export const codeSeconds = 60;
/** How long a docs session lives at most, in seconds; it never outlives the dashboard session. */
export const sessionSeconds = 7 * 24 * 3600;

/** The cookie's name; the prefix makes browsers insist on a secure, host-only cookie. */
export const docsCookieName = (secure: boolean): string => (secure ? "__Host-lectern-docs" : "lectern-docs");

/** A Set-Cookie value that lasts until the browser is closed. */
export function docsCookie(value: string, secure: boolean): string {
  return `${docsCookieName(secure)}=${value}; Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}

/** The Set-Cookie value that makes a browser forget it. */
export const forgottenCookie = (secure: boolean): string => `${docsCookie("", secure)}; Max-Age=0`;

const signature = (id: string, key: Buffer): Buffer =>
  createHmac("sha256", key).update(`docs-session:${id}`).digest();

/** `<session id>.<signature>`. */
export const signSessionId = (id: string, key: Buffer): string =>
  `${id}.${signature(id, key).toString("base64url")}`;

/** The session id of a value signed with one of the keys, or null. */
export function verifySessionId(value: string, keys: readonly Buffer[]): string | null {
  const [id, signed, ...more] = value.split(".");
  if (id === undefined || signed === undefined || more.length > 0) return null;
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return null;
  const given = Buffer.from(signed, "base64url");
  const isGenuine = keys.some((key) => {
    const expected = signature(id, key);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isGenuine ? id : null;
}

/**
 * The cookie that ties logging in to one browser: a code is taken only from the browser that asked for it, or anybody could log
 * somebody else in as themselves.
 */
export const stateCookieName = (secure: boolean): string =>
  secure ? "__Host-lectern-login" : "lectern-login";

/** A Set-Cookie value that lasts until the browser is closed; it comes along when the dashboard sends its reader back. */
export const stateCookie = (value: string, secure: boolean): string =>
  `${stateCookieName(secure)}=${value}; Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;

/** What the dashboard is told of the cookie, which cannot be made out from it. */
export const stateOf = (value: string): string => createHash("sha256").update(value).digest("base64url");

/** Every value a Cookie header gives for a name: a neighbouring host may have planted a second one. */
export function cookieValues(header: string, name: string): string[] {
  const prefix = `${name}=`;
  return header
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part.startsWith(prefix))
    .map((part) => part.slice(prefix.length));
}

const target = z.object({
  host: z.string(),
  path: z.string(),
  projectId: z.number().int(),
  sessionId: z.uuid(),
  state: z.string(),
});

/** What was stored with a code, or null when it is no docs code. */
export function parseCodeTarget(value: unknown): DocsCodeTarget | null {
  const parsed = target.safeParse(value);
  return parsed.success ? parsed.data : null;
}
