import {
  defaultVersionOf,
  encodePath,
  formatDocsPath,
  parseDocsPath,
} from "#lib/publishing/rules/address.ts";
import { formatHost } from "#lib/publishing/rules/host.ts";
import type { At } from "#lib/publishing/rules/resolve.ts";
import type { DocsHosts, DocsProject, RedirectRule } from "#lib/publishing/schema.ts";
import {
  type CompiledRule,
  compileRules,
  firstMatch,
  type Match,
  tidy,
  withOtherSuffix,
} from "#lib/redirects/rules/match.ts";
import { type Destination, fill, plainText } from "#lib/redirects/rules/target.ts";

/** What a request asks of the redirects of the project its path leads to (spec/serving.md 9, table; 10.3). Percent-decoded. */
export interface Asked {
  readonly at: At;
  readonly project: DocsProject;
  readonly redirects: readonly RedirectRule[];
  /** Null where the address names none: the project's own counts. */
  readonly language: string | null;
  /** As in the address, whether there is such a version or not; null where it names none: the default version counts. */
  readonly version: string | null;
  readonly path: string;
  /** What follows language and version. */
  readonly filename: string;
}

/** What becomes of a request that a redirect matches: sent on, or left alone because it would come back to where it is. */
export type Followed =
  | { readonly kind: "redirect"; readonly rule: RedirectRule; readonly to: Destination }
  | { readonly kind: "loop"; readonly rule: RedirectRule };

/** A decoded path on a docs host as its redirects see it. */
export function askedOf(at: At, path: string): Asked {
  const found = parseDocsPath(at.project, path, at.preview);
  const { project } = found;
  const asked = { at, project, redirects: project.redirects, language: null, version: null, path };
  switch (found.kind) {
    case "match":
      return { ...asked, version: found.version.slug, filename: found.filename };
    case "version_not_found":
      return { ...asked, version: found.version, filename: found.filename };
    case "translation_not_found":
      return { ...asked, language: found.language, version: found.version, filename: found.filename };
    case "invalid_path":
      return { ...asked, filename: found.path };
    case "translation_without_version":
    case "preview_mismatch":
      return { ...asked, filename: path };
  }
}

/**
 * What the redirects of a project make of a request: the first that matches decides, also when it then is not followed because it
 * leads back (spec/serving.md 10.6). Null when none matches. `forced`: only those that are followed where a page exists. A preview
 * has none.
 */
export function follow(asked: Asked, hosts: DocsHosts, only: { forced: boolean }): Followed | null {
  const { at, redirects } = asked;
  if (redirects.length === 0 || at.preview !== null) return null;
  const { all, forced } = compileRules(redirects);
  const subject = { path: tidy(asked.path), filename: tidy(asked.filename) };
  const match = firstMatch(only.forced ? forced : all, subject);
  if (match === null) return null;
  const to = destination(match, asked, subject.filename);
  const { rule } = match.rule;
  const staysHere = to.origin === null || isOwnHost(at, new URL(to.origin).host, hosts);
  const leadsBack = staysHere && (plainText(to.path || "/") === asked.path || grows(match.rule, asked));
  return leadsBack ? { kind: "loop", rule } : { kind: "redirect", rule, to };
}

function destination({ rule, splat }: Match, asked: Asked, filename: string): Destination {
  const { type } = rule.rule;
  const other = withOtherSuffix(type, filename);
  if (other !== null) return { ...nothing, path: pagePath(asked, encodePath(other)) };
  const to = fill(rule.target, splat);
  if (to.origin !== null) return to;
  const path = type === "page" ? pagePath(asked, to.path) : to.path;
  // Docs hosts would send readers on to the path with single slashes; and one that begins with two would name a host.
  return { ...to, path: path.replace(/\/{2,}/g, "/") };
}

const nothing: Destination = { origin: null, path: "", query: null, fragment: null };

/** The path of a page, given percent-encoded, in the language and version that were asked for. */
const pagePath = (asked: Asked, page: string): string =>
  `${encodePath(versionPath(asked))}${page.replace(/^\/+/, "")}`;

function versionPath({ project, version, language }: Asked): string {
  const named = version ?? defaultVersionOf(project);
  return formatDocsPath(project, { version: named, ...(language !== null && { language }) });
}

/** Whether a host is one of those whose readers end up where this request is; `host` as in an address. */
const isOwnHost = ({ project }: At, host: string, hosts: DocsHosts): boolean =>
  host === formatHost(project.slug, null, hosts) || project.domains.has(host);

/**
 * Whether following a redirect would make the address longer each time, without end: `/dir/*` to `/dir/sub/:splat`, and the reader is
 * below `/dir/sub/` already.
 */
function grows({ rule, from, isWildcard, target }: CompiledRule, asked: Asked): boolean {
  if (!isWildcard || target.lead === null) return false;
  const start = rule.type === "page" ? versionPath(asked).replace(/\/$/, "") : "";
  const lead = target.origin === null ? `${start}${target.lead}` : target.lead;
  const path = rule.type === "page" ? `${start}${tidy(asked.filename)}` : tidy(asked.path);
  return lead.startsWith(`${start}${from}`) && path.startsWith(lead);
}
