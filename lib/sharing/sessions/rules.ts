import { createHmac, timingSafeEqual } from "node:crypto";
import { cookieValues } from "#lib/accounts/docs-sessions/rules.ts";
import { statusOf } from "#lib/sharing/rules/lifetime.ts";

/** What the key that signs the cookie is derived for. */
export const shareCookiePurpose = "share-sessions";

/** A browser remembers as many sessions on a host; opening one more makes it forget the oldest. */
export const mostShareSessions = 20;

/** Genuine cookies of one name that are looked at: framed and unframed pages may each have brought one. */
const mostCookies = 3;

/** The cookie's name; the prefix makes browsers insist on a secure, host-only cookie. */
export const shareCookieName = (secure: boolean): string => (secure ? "__Host-docs-share" : "docs-share");

/**
 * A Set-Cookie value that lasts until the browser is closed (spec/serving.md 14.3). It is sent from within frames of other sites
 * too, kept apart for each of them.
 */
export function shareCookie(value: string, secure: boolean): string {
  const attributes = secure ? "SameSite=None; Secure; Partitioned" : "SameSite=Lax";
  return `${shareCookieName(secure)}=${value}; Path=/; HttpOnly; ${attributes}`;
}

/** The Set-Cookie value that makes a browser forget it. */
export const forgottenShareCookie = (secure: boolean): string => `${shareCookie("", secure)}; Max-Age=0`;

const signature = (ids: string, key: Buffer): Buffer =>
  createHmac("sha256", key).update(`${shareCookiePurpose}:${ids}`).digest();

/** `<session id>.<session id>.….<signature>`; `ids` begins with the newest, and only the newest twenty are kept. */
export function signShareSessions(ids: readonly string[], key: Buffer): string {
  const kept = [...new Set(ids)].slice(0, mostShareSessions).join(".");
  return `${kept}.${signature(kept, key).toString("base64url")}`;
}

/** The ids of the sessions that a Cookie header claims, genuine ones only, the newest first. */
export function readShareSessions(cookieHeader: string, secure: boolean, keys: readonly Buffer[]): string[] {
  const genuine = cookieValues(cookieHeader, shareCookieName(secure))
    .map((value) => verifyShareSessions(value, keys))
    .filter((ids) => ids.length > 0)
    .slice(0, mostCookies);
  return [...new Set(genuine.flat())].slice(0, mostShareSessions);
}

const sessionList =
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}){0,19}$/;

function verifyShareSessions(value: string, keys: readonly Buffer[]): string[] {
  const end = value.lastIndexOf(".");
  const ids = value.slice(0, Math.max(end, 0));
  if (!sessionList.test(ids)) return [];
  const given = Buffer.from(value.slice(end + 1), "base64url");
  const isGenuine = keys.some((key) => {
    const expected = signature(ids, key);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isGenuine ? ids.split(".") : [];
}

interface StoredSession {
  readonly endedAt: Date | null;
  readonly secret: { readonly retiredAt: Date | null; readonly validUntil: Date | null };
  readonly recipient: { readonly revokedAt: Date | null } | null;
  readonly share: { readonly revokedAt: Date | null; readonly expires: Date };
}

/** Whether a session may read on: it lasts while its share, its recipient and its secret do. */
export const isOpen = ({ endedAt, secret, recipient, share }: StoredSession, now: Date): boolean =>
  endedAt === null &&
  secret.retiredAt === null &&
  (secret.validUntil === null || secret.validUntil > now) &&
  (recipient === null || recipient.revokedAt === null) &&
  statusOf(share, now) === "live";

const nobody = "00000000-0000-0000-0000-000000000000";

/** The id of a session as the database compares it; what is none is nobody's. */
export const readSessionId = (text: string): string =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : nobody;
