import type { DocsHosts } from "#lib/publishing/schema.ts";

/** What a Host header names (spec/serving.md 2). */
export type NamedHost =
  | { readonly kind: "public"; readonly slug: string }
  | { readonly kind: "preview"; readonly slug: string; readonly version: string }
  /** Below the preview domain, but not of the form `project--version`. */
  | { readonly kind: "invalid_preview" }
  /** Holds one of our domains in the wrong place, as look-alikes do. */
  | { readonly kind: "suspicious" }
  | { readonly kind: "other"; readonly hostname: string };

/** In characters (RFC 1035). */
const longestHostname = 253;

/** Lower case, without port and without the dot that ends a fully qualified name; null when it is no host at all. */
export function hostnameOf(host: string): string | null {
  if (host.length > longestHostname + ".:65535".length) return null;
  const hostname = host.toLowerCase().replace(/:\d*$/, "").replace(/\.$/, "");
  return /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])$/.test(hostname) ? hostname : null;
}

/** Tells our own hosts apart. The text after the first dot is compared whole, so one domain may end with the other. */
export function parseHost(host: string, hosts: Pick<DocsHosts, "docsDomain" | "previewDomain">): NamedHost {
  const hostname = hostnameOf(host);
  if (hostname === null) return { kind: "suspicious" };
  const docs = hostnameOf(hosts.docsDomain) ?? "";
  const previews = hostnameOf(hosts.previewDomain) ?? "";
  const dot = hostname.indexOf(".");
  const label = hostname.slice(0, Math.max(dot, 0));
  const rest = hostname.slice(dot + 1);
  if (label !== "" && rest === docs) return { kind: "public", slug: label };
  if (label !== "" && rest === previews) return parsePreview(label);
  if (hostname.includes(docs) || hostname.includes(previews)) return { kind: "suspicious" };
  return { kind: "other", hostname };
}

function parsePreview(label: string): NamedHost {
  const split = label.lastIndexOf("--");
  const slug = label.slice(0, Math.max(split, 0));
  const version = label.slice(split + 2);
  if (slug === "" || version === "") return { kind: "invalid_preview" };
  return { kind: "preview", slug, version };
}

/**
 * What a host's project is looked up by: its slug, or the host itself where it may be a project's own. No slug has a dot and every
 * host of a project's own has one, so that they cannot be confused. Null for hosts that can be nobody's.
 */
export function siteName(named: NamedHost): string | null {
  if (named.kind === "public" || named.kind === "preview") return named.slug;
  return named.kind === "other" && named.hostname.includes(".") ? named.hostname : null;
}

/** The host of a project's documentation, port included; of one of its previews when a version is given. */
export function formatHost(slug: string, previewVersion: string | null, hosts: DocsHosts): string {
  const label = slug.replaceAll("_", "-");
  return previewVersion === null
    ? `${label}.${hosts.docsDomain}`
    : `${label}--${previewVersion}.${hosts.previewDomain}`;
}
