import { AsyncLocalStorage } from "node:async_hooks";
import { isIPv4, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";
import { env } from "#lib/platform/env.ts";
import { perProcess } from "#lib/platform/per-process.ts";

/**
 * The socket's address travels beside the request, not in a header: Next passes headers on as the client wrote them.
 */
const peers = perProcess("peer", () => new AsyncLocalStorage<string>());

/** What stands for an address the server did not say, such as everybody's under plain `next start`. */
export const unknownAddress = "0.0.0.0";

/** Runs a request handler so that `clientAddress` knows whose socket it came from. */
export const withPeer = <T>(address: string | undefined, run: () => T): T =>
  peers.run(address ?? unknownAddress, run);

const plain = (address: string): string => {
  const text = address.trim().replace(/^\[|\]$/g, "");
  if (isIPv4(text)) return text;
  return isIPv6(text) ? ipaddr.process(text).toString() : "";
};

/** Whether an address is one of `trusted` (CIDRs or addresses). */
export function isTrustedProxy(address: string, trusted: readonly string[]): boolean {
  const known = plain(address);
  if (known === "" || trusted.length === 0) return false;
  const parsed = ipaddr.process(known);
  return trusted.some((range) => {
    const [network, bits] = ipaddr.parseCIDR(
      range.includes("/") ? range : `${range}/${range.includes(":") ? 128 : 32}`,
    );
    return parsed.kind() === network.kind() && parsed.match(network, bits);
  });
}

/**
 * The client's address: the socket's, or, while the nearest hop is one of `trusted` (CIDRs or addresses), the next one to the
 * left in X-Forwarded-For. Always an address PostgreSQL's inet accepts.
 */
export function clientAddressFrom(
  peer: string,
  forwardedFor: string | null,
  trusted: readonly string[],
): string {
  let nearest = plain(peer) || unknownAddress;
  for (const hop of (forwardedFor ?? "").split(",").map(plain).reverse()) {
    if (hop === "" || !isTrustedProxy(nearest, trusted)) break;
    nearest = hop;
  }
  return nearest;
}

/** The address of the client whose request is being answered, or `0.0.0.0` where the server did not say. */
export const clientAddress = (headers: Headers): string =>
  clientAddressFrom(peers.getStore() ?? unknownAddress, headers.get("x-forwarded-for"), env.TRUSTED_PROXIES);

/** What a client is counted by: a customer of a provider holds a whole /64, so single IPv6 addresses would be no limit. */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":")}::/64`;
}
