import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";

/** What a sandboxed command may reach: `filtered` public addresses only, `open` all the machine can, `none` nothing. */
export type Network = "filtered" | "open" | "none";

/** The address that stands for the machine's own resolver inside a network namespace, wherever that one really listens. */
export const resolverAddress = "169.254.1.1";

/**
 * Address ranges no build and no outgoing request may reach: this machine, its neighbours, metadata services, and the forms of
 * IPv6 that carry an IPv4 address.
 */
export const refusedRanges = {
  ipv4: [
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "198.18.0.0/15",
    "224.0.0.0/3",
  ],
  ipv6: [
    "::/96",
    "::ffff:0:0/96",
    "64:ff9b::/96",
    "64:ff9b:1::/48",
    "2001::/32",
    "2002::/16",
    "fc00::/7",
    "fe80::/10",
    "fec0::/10",
    "ff00::/8",
  ],
} as const;

const refused = [...refusedRanges.ipv4, ...refusedRanges.ipv6].map((range) => ipaddr.parseCIDR(range));

/** Whether an address may be reached without the operator's leave. Also refuses this machine itself and its neighbours. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || !isPublicRange(address)) return false;
  return !ownNetworks().some((own) => covers(own, address));
}

function isPublicRange(address: string): boolean {
  const parsed = ipaddr.parse(address);
  return !refused.some(([range, bits]) => range.kind() === parsed.kind() && parsed.match(range, bits));
}

/**
 * Whether the operator allows a host that would otherwise be refused. `INTERNAL_HOSTS` holds host names, addresses and ranges;
 * a name allows whatever it resolves to.
 */
export function isInternalHost(internalHosts: readonly string[], host: string, address?: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, "");
  return internalHosts.some(
    (entry) => entry.toLowerCase() === name || (address !== undefined && covers(entry, address)),
  );
}

function covers(entry: string, address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (ipaddr.isValid(entry)) return ipaddr.parse(entry).toNormalizedString() === parsed.toNormalizedString();
  if (!ipaddr.isValidCIDR(entry)) return false;
  const [range, bits] = ipaddr.parseCIDR(entry);
  return range.kind() === parsed.kind() && parsed.match(range, bits);
}

/** The networks this machine has a part in, as ranges. */
function ownNetworks(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .flatMap(({ cidr }) => (cidr === null ? [] : [networkOf(cidr)]));
}

/** The network around an address; of a range too wide to be one's own the address alone. */
function networkOf(cidr: string): string {
  const [address, bits] = ipaddr.parseCIDR(cidr.replace(/%[^/]*/, ""));
  const isV4 = address.kind() === "ipv4";
  if (bits < (isV4 ? 8 : 32)) return `${address}/${isV4 ? 32 : 128}`;
  const kind = isV4 ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${kind.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`;
}

/** The packet filter of a build's network namespace, as nftables text. Names in `internalHosts` are resolved now. */
export async function packetFilter(internalHosts: readonly string[]): Promise<string> {
  const allowed = (await Promise.all(internalHosts.map(addressesOf))).flat();
  const family = (version: 4 | 6) => allowed.filter((entry) => isIP(addressOf(entry)) === version).join(", ");
  const refuse = (word: "ip" | "ip6", addresses: readonly string[]) =>
    `${word} daddr { ${addresses.join(", ")} } reject with icmpx type admin-prohibited`;
  // One rule each: the ranges of one set must not overlap.
  const own = ownNetworks()
    .filter((range) => isPublicRange(addressOf(range)))
    .map((range) => refuse(isIP(addressOf(range)) === 4 ? "ip" : "ip6", [range]));
  const accept4 = family(4) === "" ? "" : `ip daddr { ${family(4)} } accept`;
  const accept6 = family(6) === "" ? "" : `ip6 daddr { ${family(6)} } accept`;
  return `table inet build {
  chain output {
    type filter hook output priority 0; policy accept;
    oifname "lo" accept
    icmpv6 type { nd-neighbor-solicit, nd-neighbor-advert, nd-router-solicit } accept
    ip daddr ${resolverAddress} meta l4proto { tcp, udp } th dport 53 accept
    ${accept4}
    ${accept6}
    ${refuse("ip", refusedRanges.ipv4)}
    ${refuse("ip6", refusedRanges.ipv6)}
    ${own.join("\n    ")}
  }
}
`;
}

const addressOf = (range: string): string => range.replace(/\/\d+$/, "");

async function addressesOf(entry: string): Promise<string[]> {
  if (isIP(entry) !== 0 || ipaddr.isValidCIDR(entry)) return [entry];
  try {
    return (await lookup(entry, { all: true })).map((found) => found.address);
  } catch {
    return [];
  }
}
