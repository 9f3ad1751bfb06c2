import { parseHost } from "#lib/publishing/rules/host.ts";
import type { DocsHosts } from "#lib/publishing/schema.ts";

/** The hosts this instance uses itself: those of documentation, and the dashboard's name. */
export type PlatformHosts = Pick<DocsHosts, "docsDomain" | "previewDomain"> & { readonly dashboard: string };

const longestHost = 253;
/** Labels of letters, digits and inner dashes; the last one is a name, so no IP address fits. */
const hostForm = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,20}|xn--[a-z0-9-]{1,58}[a-z0-9])$/;

/**
 * What somebody typed or pasted as the host it names: lower case, without scheme, path and final dot, other scripts in the
 * form DNS has for them. May still be no host at all: see `hostProblem`.
 */
export function cleanHost(entered: string): string {
  const host = entered
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, "")
    .replace(/[/\\?#].*$/s, "")
    .replace(/\.$/, "")
    .toLowerCase();
  // Only for other scripts: the parser would also make hosts of what is none, such as `%61` or `0x7f.1`.
  if (!/[^\x20-\x7e]/.test(host) || /[@:%\s]/.test(host)) return host;
  return URL.parse(`http://${host}/`)?.hostname ?? host;
}

/** Why a host cannot be a domain of a project's own (spec/serving.md 21), or null. */
export function hostProblem(host: string, platform: PlatformHosts): string | null {
  if (host.length > longestHost || !hostForm.test(host))
    return "Enter a domain such as docs.example.com: no IP address, no port, no underscore.";
  const ours = parseHost(host, platform).kind !== "other" || isWithin(host, platform.dashboard);
  return ours ? "This domain belongs to the platform. Enter one of your own." : null;
}

const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);
