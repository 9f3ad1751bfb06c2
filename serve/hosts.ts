import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { env } from "#lib/platform/env.ts";
import { docsHosts } from "#lib/publishing/queries.ts";
import { hostnameOf, parseHost } from "#lib/publishing/rules/host.ts";

const dashboard = hostnameOf(new URL(env.DASHBOARD_URL).host);

const known = new Map<string, boolean>();

/**
 * Whether a Host header belongs to the docs plane. The dashboard has its own host; it also answers to addresses without a name,
 * which health checks use. Every other name is a docs host, if perhaps one nobody has set up.
 */
export function isDocsHost(host: string): boolean {
  const remembered = known.get(host);
  if (remembered !== undefined) return remembered;
  const isDocs = decide(host);
  if (known.size > 10_000) known.clear();
  if (host.length < 300) known.set(host, isDocs);
  return isDocs;
}

function decide(host: string): boolean {
  const hostname = hostnameOf(host);
  if (hostname === dashboard) return false;
  const named = parseHost(host, docsHosts);
  if (named.kind !== "other") return true;
  const isBare =
    named.hostname === "localhost" || named.hostname.startsWith("[") || isIP(named.hostname) !== 0;
  return !isBare;
}

/**
 * Whether a request does not name one host only (RFC 9112 3.2): a proxy or a cache before us may have gone by the other one, and would
 * keep our answer as its.
 */
export function namesTwoHosts({ rawHeaders, headers, url }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  if (hosts > 1) return true;
  const [, named] = url?.startsWith("/") ? [] : (/^https?:\/\/([^/?#]*)/i.exec(url ?? "") ?? []);
  return named !== undefined && hostnameOf(named) !== hostnameOf(headers.host ?? "");
}
