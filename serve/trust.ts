import type { IncomingMessage } from "node:http";
import { env } from "#lib/platform/env.ts";
import { clientAddressFrom, isTrustedProxy } from "#lib/platform/peer/peer.ts";

const text = (value: string | string[] | undefined): string | null =>
  value === undefined ? null : String(value);

/** The reader's address: the socket's, or what trusted proxies say. */
export const clientAddressOf = (request: IncomingMessage): string =>
  clientAddressFrom(
    request.socket.remoteAddress ?? "",
    text(request.headers["x-forwarded-for"]),
    env.TRUSTED_PROXIES,
  );

/**
 * How the reader reached us. Only a trusted proxy can tell; what nobody tells is null, since sending people from http to https
 * on a guess would never end.
 */
export function schemeOf(request: IncomingMessage): "http" | "https" | null {
  const forwarded = request.headers["x-forwarded-proto"];
  if (env.TRUSTED_PROXIES.length === 0 || (forwarded !== "http" && forwarded !== "https")) return null;
  return isTrustedProxy(request.socket.remoteAddress ?? "", env.TRUSTED_PROXIES) ? forwarded : null;
}
