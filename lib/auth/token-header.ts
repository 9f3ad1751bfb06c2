import { unauthenticated } from "#lib/platform/errors.ts";

/**
 * The key of an `Authorization: Token <key>` header, or null for another keyword, which is no sign-in of ours.
 * Throws the 401 of a header that is half one (spec/api-v3.md 1.3).
 */
export function readTokenHeader(header: string | null): string | null {
  const [keyword, key, ...rest] = (header ?? "").trim().split(/\s+/);
  if (keyword?.toLowerCase() !== "token") return null;
  if (key === undefined) throw unauthenticated("Invalid token header. No credentials provided.");
  if (rest.length > 0) throw unauthenticated("Invalid token header. Token string should not contain spaces.");
  if (!/^[\x21-\x7e]+$/.test(key))
    throw unauthenticated("Invalid token header. Token string should not contain invalid characters.");
  return key;
}
