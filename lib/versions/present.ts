import { apiPaths, paths } from "#lib/paths.ts";
import { wireDateOrNull } from "#lib/platform/wire/dates.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";
import { addressOf, docsHosts } from "#lib/projects/present.ts";
import { repositoryWebUrl } from "#lib/projects/rules/repository.ts";
import { formatDocsUrl } from "#lib/publishing/rules/address.ts";
import { formatDownloadUrl } from "#lib/publishing/rules/downloads.ts";
import type { Version, VersionOriginals } from "#lib/versions/queries.ts";
import {
  type ArtifactJson,
  downloadFormats,
  type SourceJson,
  type VersionJson,
} from "#lib/versions/schema.ts";

/** The offline formats of what a version serves. */
export function presentArtifacts({ project, publishedBuild, ...version }: Version): ArtifactJson[] {
  const address = addressOf(project);
  const named = { version: version.slug, preview: version.type === "external" };
  return downloadFormats.flatMap((format) => {
    const found = publishedBuild?.artifacts.find((artifact) => artifact.format === format);
    if (!found) return [];
    return {
      format,
      url: formatDownloadUrl(address, { ...named, format }, docsHosts()),
      bytes: Number(found.bytes),
      built: wireDateOrNull(publishedBuild?.finishedAt ?? null),
    };
  });
}

/** Where they are downloaded (spec/api-v3.md 4.2). */
const downloadUrls = (version: Version): VersionJson["downloads"] =>
  Object.fromEntries(presentArtifacts(version).map(({ format, url }) => [format, url]));

/** The branch or tag a version shows: its own name, or what the platform's `latest` and `stable` stand for. */
function sourceName(version: Version, original: Version | undefined): string | null {
  if (!version.machine) return version.verboseName;
  return original?.verboseName ?? version.identifier;
}

function presentAlone(version: Version, original: Version | undefined) {
  const project = version.project.slug;
  const url = version.project.repositoryUrl;
  const vcs =
    version.type === "external" ? version.pullUrl : repositoryWebUrl(url, sourceName(version, original));
  return {
    id: version.id,
    slug: version.slug,
    verbose_name: version.verboseName,
    identifier: version.identifier,
    ref: version.machine && version.slug === "stable" ? (original?.slug ?? null) : null,
    built: version.publishedBuildId !== null,
    active: version.active,
    hidden: version.hidden,
    type: version.type,
    privacy_level: version.privacyLevel,
    downloads: downloadUrls(version),
    urls: {
      documentation: formatDocsUrl(
        addressOf(version.project),
        { version: version.slug, preview: version.type === "external" },
        docsHosts(),
      ),
      vcs: vcs ?? url,
      dashboard: { edit: dashboardUrl(paths.versionSettings(project, version.slug)) },
    },
    _links: {
      _self: dashboardUrl(apiPaths.version(project, version.slug)),
      builds: dashboardUrl(apiPaths.versionBuilds(project, version.slug)),
      project: dashboardUrl(apiPaths.project(project)),
    },
  };
}

/** A version as the API shows it (spec/api-v3.md 4.2). */
export function presentVersion(version: Version, originals: VersionOriginals): VersionJson {
  const original = originals.get(version.id);
  return {
    ...presentAlone(version, original),
    aliases: original?.active ? [{ ...presentAlone(original, undefined), aliases: [] }] : [],
  };
}

/** How a version stands to its branch or tag. */
export const presentSource = ({ machine, lastSeenAt }: Version): SourceJson => ({
  machine,
  missing_since: wireDateOrNull(lastSeenAt),
});
