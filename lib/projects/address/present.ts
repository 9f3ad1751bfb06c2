import { apiPaths } from "#lib/paths.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";
import type { AddressJson } from "#lib/projects/address/schema.ts";
import { addressOf, docsHosts } from "#lib/projects/present.ts";
import type { Project } from "#lib/projects/queries.ts";
import { formatDocsUrl } from "#lib/publishing/rules/address.ts";

/** What a project decides about its addresses. The examples are of its default version and of pull request 1. */
export function presentAddress(project: Project): AddressJson {
  const place = addressOf(project);
  const hosts = docsHosts();
  const version = project.hasDefaultVersion ? project.defaultVersion : "latest";
  const isTop = place.parent === null;
  const { scheme } = place.main ?? place;
  const hasTranslations = scheme === "multiple_versions_with_translations";
  const child = { ...place, main: null, customPrefix: null, domain: null };
  return {
    custom_prefix: place.customPrefix,
    subproject_prefix: place.subprojectPrefix,
    alias: place.parent?.alias ?? null,
    translation_of: place.main?.slug ?? null,
    examples: {
      documentation: formatDocsUrl(place, { version }, hosts),
      platform: formatDocsUrl(place, { version, platform: true }, hosts),
      preview: formatDocsUrl(place, { version: "1", preview: true }, hosts),
      subproject: isTop
        ? formatDocsUrl({ ...child, parent: { project: place, alias: "example" } }, { version }, hosts)
        : null,
      translation: hasTranslations
        ? formatDocsUrl(place, { version, language: place.language === "es" ? "fr" : "es" }, hosts)
        : null,
    },
    _links: {
      _self: dashboardUrl(apiPaths.address(project.slug)),
      project: dashboardUrl(apiPaths.project(project.slug)),
    },
  };
}
