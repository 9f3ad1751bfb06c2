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
