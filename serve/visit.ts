import { docsHosts } from "#lib/publishing/queries.ts";
import { encodePath, originOf } from "#lib/publishing/rules/address.ts";
import { type Download, findDownload } from "#lib/publishing/rules/downloads.ts";
import { formatHost, parseHost } from "#lib/publishing/rules/host.ts";
import {
  type At,
  atHost,
  pageLink,
  type RedirectKind,
  resolve,
  type View,
} from "#lib/publishing/rules/resolve.ts";
import { rootPage } from "#lib/publishing/rules/root-files.ts";
import type { AddressProject } from "#lib/publishing/schema.ts";
import type { Reader } from "#lib/sharing/rules.ts";
import type { CachePolicy } from "#serve/cache-policy.ts";
import type { Directory, Site } from "#serve/directory.ts";
import { readerOf } from "#serve/reader.ts";
import type { Answer, DocsRequest, DocsTarget } from "#serve/request.ts";
import { type Place, redirectAnswer } from "#serve/respond.ts";

/** One request to the docs host of a known project. */
export interface Visit {
  readonly request: DocsRequest;
  readonly target: DocsTarget;
  readonly directory: Directory;
  readonly site: Site;
  /** Whether `site` is known to be up to date: nothing private is shown otherwise. */
  readonly certain: boolean;
  readonly at: At;
  /** What the path asks for there. */
  readonly view: View;
}

/** What a decoded path asks for on a page's behalf. */
export const viewAt = (at: At, path: string): View => pageLink(at, path) ?? resolve(at, path);

export type Wanted = View | Download;

/** What a decoded path asks for in the end: a file for offline reading, one at the root, or what `viewAt` says. */
export const wantedAt = (at: At, path: string): Wanted =>
  findDownload(at, path) ?? rootPage(at, path) ?? viewAt(at, path);

/** The visit with everything read again, or null when the project is gone. Throws when that is not possible right now. */
export async function renew(visit: Visit): Promise<Visit | null> {
  const site = await visit.directory.reload(visit.site.name);
  const at = site && atHost(parseHost(visit.request.host, docsHosts), site.project);
  return site && at && { ...visit, site, certain: true, at, view: viewAt(at, visit.target.path) };
}

/** A visit's host as its project's addresses spell it, port included. */
export const hostOf = (at: At): string =>
  at.domain?.host ?? formatHost(at.project.slug, at.preview, docsHosts);

/** Whether readers of a host are meant to come by https. */
export const wantsHttps = (at: At): boolean => at.domain?.https ?? docsHosts.scheme === "https";

/** Who is visiting; nobody in particular while we cannot be certain of anything. */
export function visitor(visit: Visit): Reader | Promise<Reader> {
  return readerOf(visit.directory, visit.site, hostOf(visit.at), visit.request);
}

/** Where an answer is about; `project` and `versionSlug` as far as they are known. */
export function placeOfVisit(visit: Visit, project: Place["project"], versionSlug: string | null): Place {
  return {
    hostname: hostOf(visit.at).replace(/:\d+$/, ""),
    project,
    versionSlug,
    domain: visit.at.domain,
    isPreview: visit.at.preview !== null,
    isHttps: visit.request.scheme === null ? wantsHttps(visit.at) : visit.request.scheme === "https",
  };
}

/**
 * Sends the reader to a decoded path on a project's canonical host, with the query as it came. On the host that was asked
 * (`host` null) only the path is sent, which keeps readers behind a proxy where they are (spec/serving.md 8).
 */
export function redirectTo(
  visit: Visit,
  to: {
    host: AddressProject | null;
    path: string;
    reason: RedirectKind;
    project: Place["project"];
    versionSlug?: string;
  },
  policy: CachePolicy = "redirect",
): Answer {
  const origin = to.host === null ? "" : originOf(to.host, visit.at.preview, docsHosts);
  return redirectAnswer(`${origin}${encodePath(to.path)}${visit.target.query}`, {
    reason: to.reason,
    policy,
    place: placeOfVisit(visit, to.project, to.versionSlug ?? null),
  });
}
