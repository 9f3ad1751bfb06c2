import { env } from "#lib/platform/env.ts";
import { isProblem } from "#lib/platform/errors.ts";
import { log } from "#lib/platform/log.ts";
import { docsHosts, findManifest } from "#lib/publishing/queries.ts";
import { defaultVersionOf, formatDocsUrl } from "#lib/publishing/rules/address.ts";
import { versionTag } from "#lib/publishing/rules/cache-tags.ts";
import { locate, notFoundPage } from "#lib/publishing/rules/locate.ts";
import type { Manifest, ManifestFile } from "#lib/publishing/rules/manifest.ts";
import type { View } from "#lib/publishing/rules/resolve.ts";
import type { DocsProject, DocsVersion } from "#lib/publishing/schema.ts";
import { isAside } from "#lib/sharing/rules/asides.ts";
import { mayRead, stranger } from "#lib/sharing/rules.ts";
import type { AccessKind } from "#lib/sharing/use/schema.ts";
import type { CachePolicy } from "#serve/cache-policy.ts";
import { hotFiles, hotKey } from "#serve/files.ts";
import { kindOf, noteReading } from "#serve/noted.ts";
import { notFoundHtml, type WayOn } from "#serve/pages/pages.ts";
import type { Answer } from "#serve/request.ts";
import {
  chooseEncoding,
  fileAnswer,
  type Place,
  pageAnswer,
  type Representation,
  represent,
  tagsOf,
} from "#serve/respond.ts";
import { hostOf, placeOfVisit, redirectTo, type Visit, visitor } from "#serve/visit.ts";
import { Wire } from "#serve/wire.ts";

type PageView = Extract<View, { kind: "page" }>;
type MissingView = Extract<View, { kind: "missing" }>;

/** Steps 13 to 15 of the docs view: the file, the redirect to its folder, or null when there is neither. */
export async function serveDocument(visit: Visit, page: PageView): Promise<Answer | null> {
  const files = await findManifest(page.project, page.version);
  if (files === null) return null;
  const located = locate(page.filename, (path) => files.has(path));
  if (located.kind === "directory") {
    const { project, version } = page;
    const path = `${visit.target.path}/`;
    const to = { host: null, path, reason: "directory" as const, project, versionSlug: version.slug };
    return redirectTo(visit, to, version.privacy === "public" ? "redirect" : "private");
  }
  const file = located.kind === "file" ? files.get(located.path) : undefined;
  if (located.kind !== "file" || file === undefined) return null;
  const found = await readFile(visit, page, located.path, file);
  if (found === null) return null;
  const asked = { ...page, isAside: isWantedAside(page, files, located.path) };
  if (page.version.privacy === "private")
    noteReading(visit.request, await visitor(visit), asked, kindOf(file));
  keepHot(visit, asked, kindOf(file), found);
  return fileAnswer(visit.request, found);
}

/** How an answer differs from one about the page that its file belongs to. */
interface Manner {
  readonly place?: Place;
  readonly policy?: CachePolicy;
  readonly tags?: readonly string[];
}

/** A file of a version in the encoding that suits the request; null when the store has lost it, which is logged. */
export async function readFile(
  visit: Visit,
  page: Omit<PageView, "kind">,
  path: string,
  file: ManifestFile,
  manner: Manner = {},
): Promise<Representation | null> {
  const { project, version } = page;
  try {
    return await represent({
      projectId: project.id,
      version,
      file,
      encoding: chooseEncoding(visit.request, file),
      policy: policyOf(version),
      place: placeOfVisit(visit, project, version.slug),
      ...manner,
      filename: page.filename,
      path: `${visit.at.preview === null ? "" : "external/"}html/${project.slug}/${version.slug}/${path}`,
    });
  } catch (error) {
    if (!isProblem(error)) throw error;
    log.error({ projectId: project.id, buildId: version.buildId, path }, "a published file is missing");
    return null;
  }
}

/** How answers about a version's files may be kept. */
export const policyOf = (version: DocsVersion): CachePolicy =>
  version.privacy === "private" ? "private" : "page";

/** Only shares of some paths make a difference between files and pages. */
const isWantedAside = ({ project, version }: PageView, files: Manifest, path: string): boolean =>
  version.privacy === "private" && hasPathScope(project) && isAside(files, path);

const hasPathScope = ({ shares }: DocsProject): boolean =>
  [...shares.values()].some(({ scope }) => scope.pathPrefixes.length > 0);

function keepHot(
  visit: Visit,
  page: PageView & { isAside: boolean },
  kind: AccessKind,
  file: Representation,
): void {
  const { request, site, at } = visit;
  // A query changes nothing about a file, so it would only fill the memory with copies.
  if (file.body === null || request.header("range") !== undefined || request.target.includes("?")) return;
  hotFiles.set(hotKey(request), {
    siteId: site.id,
    siteName: site.name,
    host: hostOf(at),
    project: page.project,
    version: page.version,
    filename: page.filename,
    isAside: page.isAside,
    kind,
    file: { ...file, body: file.body, wire: new Wire(file.headers, file.body) },
  });
}

/**
 * 404 handling from its third step on (spec/serving.md 9): the site's own page, else ours. Besides the tags given it has those of every version
 * that was looked into, because what they publish next may be what is missing. `policy` is by default what the edition allows.
 */
export async function answerMissing(
  visit: Visit,
  view: PageView | MissingView,
  manner: Pick<Manner, "policy" | "tags"> = {},
): Promise<Answer> {
  const { project } = view;
  const current = view.version;
  const fallback = project.versions.get(defaultVersionOf(project)) ?? null;
  // What may have become private meanwhile is not shown, not even as a 404 page.
  const reader = visit.certain ? await visitor(visit) : stranger;
  const readable = [current, fallback].filter(
    (version, index, both): version is DocsVersion =>
      version !== null &&
      version.buildId !== null &&
      both.indexOf(version) === index &&
      mayRead(reader, project, version, "/404.html"),
  );
  const sites = await Promise.all(
    readable.map(async (version) => ({ version, files: await findManifest(project, version) })),
  );
  const place = placeOfVisit(visit, project, view.kind === "page" ? view.version.slug : view.versionSlug);
  const policy = manner.policy ?? (env.EDITION === "community" ? "page" : "private");
  const lookedInto = sites.map(({ version }) => versionTag(project.slug, version.slug));
  const tags = [...new Set([...tagsOf(place), ...(manner.tags ?? []), ...lookedInto])];
  for (const { version, files } of sites) {
    const path = files && notFoundPage((name) => files.has(name));
    const file = path ? files.get(path) : undefined;
    if (!path || !file) continue;
    const page = { project, version, filename: view.filename };
    const found = await readFile(visit, page, path, file, { place, policy, tags });
    if (found === null) break;
    return {
      status: 404,
      headers: withoutValidators(found.headers),
      body: found.body ?? { key: found.key },
    };
  }
  const ways = waysOn(view, sites);
  const subject = view.kind === "page" ? "documentation page" : view.subject;
  return pageAnswer(404, notFoundHtml(place.hostname, subject, ways), { policy, place, tags });
}

/** What is missing has no version to compare and no parts. */
const withoutValidators = (headers: readonly string[]): string[] =>
  headers.filter(
    (_, index) => !["ETag", "Last-Modified", "Accept-Ranges"].includes(headers[index - (index % 2)] ?? ""),
  );

/** Pages somebody who is lost may have meant, all of which they may read. */
function waysOn(
  view: PageView | MissingView,
  sites: readonly { version: DocsVersion; files: Manifest | null }[],
): WayOn[] {
  const ways: WayOn[] = [];
  for (const { version, files } of sites) {
    const isPreview = view.project.previews.get(version.slug) === version;
    const address = (filename: string): string =>
      formatDocsUrl(view.project, { version: version.slug, filename, preview: isPreview }, docsHosts);
    const same = files && view.version !== version ? locate(view.filename, (path) => files.has(path)) : null;
    if (same && same.kind !== "missing") {
      ways.push({ address: address(view.filename), label: `This page in version ${version.slug}` });
    }
    const start = address("");
    if (files?.has("index.html") && !ways.some((way) => way.address === start))
      ways.push({ address: start, label: `Start of version ${version.slug}` });
  }
  return ways;
}
