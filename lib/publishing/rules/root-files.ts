import { escapeHtml } from "#lib/platform/html/escape.ts";
import {
  defaultVersionOf,
  encodePath,
  formatDocsPath,
  formatDocsUrl,
  originOf,
  placeOf,
} from "#lib/publishing/rules/address.ts";
import { type RootFile, rootFiles } from "#lib/publishing/rules/cache-tags.ts";
import type { At, View } from "#lib/publishing/rules/resolve.ts";
import type { DocsHosts, DocsProject, DocsVersion } from "#lib/publishing/schema.ts";
import { orderVersions } from "#lib/versions/rules/order.ts";

/** The root file that a decoded path names on every docs host; null for anything else. */
export const rootFileAt = (path: string): RootFile | null =>
  rootFiles.find((name) => path.length === name.length + 1 && path.endsWith(name)) ?? null;

/** What a root file is a page of, where it is one that the right to read decides about; null for anything else. */
export function rootPage(at: At, path: string): Extract<View, { kind: "page" }> | null {
  const name = rootFileAt(path);
  const version = rootVersion(at);
  if ((name !== "llms.txt" && name !== "llms-full.txt") || !version?.active || version.buildId === null)
    return null;
  return { kind: "page", project: at.project, version, filename: path };
}

/** The version that root files come from: the default one, on a preview host the preview. */
export const rootVersion = ({ project, preview }: At): DocsVersion | undefined =>
  preview === null ? project.versions.get(defaultVersionOf(project)) : project.previews.get(preview);

/** Whether root files of a version are there for everybody. */
export const isPublished = (version: DocsVersion | undefined): version is DocsVersion =>
  version !== undefined && isOpen(version) && version.buildId !== null;

/** Whether a host has a root file whatever its builds hold, because there is one of ours. */
export function isProvided(at: At, name: RootFile): boolean {
  switch (name) {
    case "favicon.ico":
      return true;
    case "robots.txt":
      return at.preview !== null || at.project.noindex || isPublished(rootVersion(at));
    case "sitemap.xml":
      return at.preview === null && listed(at.project).some((version) => !version.hidden);
    default:
      return false;
  }
}

/**
 * For projects that search engines are kept from, and for previews: crawlers may come, and every page tells them not to list it.
 * What a crawler may not read it would never forget.
 */
export const openRobots = "User-agent: *\nDisallow:\n";

/** robots.txt of a project that publishes none (spec/serving.md 16): hidden versions are left out. */
export function robotsTxt(project: DocsProject, hosts: DocsHosts): string {
  const hidden = listed(project).filter((version) => version.hidden);
  const paths = hidden.map(({ slug }) => encodePath(formatDocsPath(project, { version: slug })));
  const disallowed = paths.length > 0 ? paths.map((path) => `Disallow: ${path}`) : ["Disallow:"];
  const sitemap = `${originOf(placeOf(project).root, null, hosts)}/sitemap.xml`;
  return ["User-agent: *", "", ...disallowed, "", `Sitemap: ${sitemap}`, ""].join("\n");
}

/**
 * sitemap.xml of a project that publishes none (spec/serving.md 16): its public versions, newest first, each with its
 * translations. Null where there is nothing to list.
 */
export function sitemapXml(project: DocsProject, hosts: DocsHosts): string | null {
  const versions = listed(project).filter((version) => !version.hidden);
  if (versions.length === 0) return null;
  const entries = versions.map((version) => entry(project, version, hosts));
  const schema =
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${schema}>\n${entries.join("")}</urlset>\n`;
}

/** What anybody may read and reach, newest first. Where addresses name no version that is one version. */
function listed(project: DocsProject): DocsVersion[] {
  const isSingle = (project.main ?? project).scheme === "single_version_without_translations";
  const reachable = isSingle
    ? [project.versions.get(project.defaultVersion)]
    : [...project.versions.values()];
  const open = reachable.filter((version) => version !== undefined && isOpen(version));
  return orderVersions(
    open.map((version) => ({ ...version, verboseName: version.slug })),
    { versionSort: "semver", versionSortPattern: null, pinnedFirst: true },
  );
}

const isOpen = (version: DocsVersion | undefined): version is DocsVersion =>
  version?.active === true && version.privacy === "public";

function entry(project: DocsProject, version: DocsVersion, hosts: DocsHosts): string {
  const address = (of: DocsProject): string =>
    escapeHtml(formatDocsUrl(of, { version: version.slug }, hosts));
  const translated = [...project.translations.values()].filter(({ versions }) =>
    isOpen(versions.get(version.slug)),
  );
  // A list of alternates names the page itself too.
  const alternates = project.translations.size > 0 ? [...translated, project] : [];
  return [
    "  <url>\n",
    `    <loc>${address(project)}</loc>\n`,
    version.publishedAt ? `    <lastmod>${version.publishedAt.toISOString()}</lastmod>\n` : "",
    ...alternates.map(
      (other) =>
        `    <xhtml:link rel="alternate" hreflang="${other.language.replaceAll("_", "-")}" href="${address(other)}"/>\n`,
    ),
    "  </url>\n",
  ].join("");
}
