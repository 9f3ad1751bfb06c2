import { apiPaths, paths } from "#lib/paths.ts";
import { env } from "#lib/platform/env.ts";
import { wireDate } from "#lib/platform/wire/dates.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";
import type { Project, ProjectDetails } from "#lib/projects/queries.ts";
import { presentLanguage, presentProgrammingLanguage } from "#lib/projects/rules/languages.ts";
import type {
  NestedProjectJson,
  ProjectJson,
  ProjectLinks,
  RelatedProjectJson,
} from "#lib/projects/schema.ts";
import { formatDocsUrl } from "#lib/publishing/rules/address.ts";
import type { AddressProject, DocsHosts } from "#lib/publishing/schema.ts";

/** Where documentation is served. */
export const docsHosts = (): DocsHosts => ({
  scheme: env.DASHBOARD_URL.startsWith("https:") ? "https" : "http",
  docsDomain: env.DOCS_DOMAIN,
  previewDomain: env.PREVIEW_DOMAIN,
});

type Placed = Omit<Project["superproject"] & object, "alias">["parent"];
type Above = { readonly alias: string; readonly parent: Placed } | null;

const parentOf = (above: Above): AddressProject["parent"] =>
  above && !above.parent.deletedAt
    ? { alias: above.alias, project: { ...address(above.parent), main: null, parent: null } }
    : null;

const address = (row: Placed) => ({
  slug: row.slug,
  language: row.language,
  scheme: row.versioningScheme,
  customPrefix: row.customPrefix,
  subprojectPrefix: row.subprojectPrefix,
  domain: row.domains[0] ?? null,
});

/** A project as the address grammar wants it; a deleted parent or main project counts as none. */
export function addressOf(
  project: Pick<Project, keyof Placed | "translationOf" | "superproject">,
): AddressProject {
  const main = project.translationOf;
  return {
    ...address(project),
    main:
      main && !main.deletedAt ? { ...address(main), main: null, parent: parentOf(main.superproject) } : null,
    parent: parentOf(project.superproject),
  };
}

/** The branch a project builds from: as configured, as its host says, as `latest` was built from, else `master`. Never empty. */
const effectiveBranch = (project: Pick<Project, "defaultBranch" | "remoteRepository" | "versions">): string =>
  project.defaultBranch ||
  project.remoteRepository?.defaultBranch ||
  project.versions[0]?.identifier ||
  "master";

function presentProjectLinks(slug: string): ProjectLinks {
  const self = dashboardUrl(apiPaths.project(slug));
  return {
    _self: self,
    builds: `${self}builds/`,
    environmentvariables: `${self}environmentvariables/`,
    notifications: `${self}notifications/`,
    redirects: `${self}redirects/`,
    subprojects: `${self}subprojects/`,
    superproject: `${self}superproject/`,
    sync_versions: `${self}sync-versions/`,
    translations: `${self}translations/`,
    versions: `${self}versions/`,
  };
}

const presentRelated = (slug: string): RelatedProjectJson => ({ slug, _links: presentProjectLinks(slug) });

type Related = { readonly id: number; readonly slug: string; readonly deletedAt: Date | null } | null;
const known = (row: Related | undefined): Exclude<Related, null> | null =>
  row && !row.deletedAt ? row : null;

function presentAlone(project: Project) {
  const { slug } = project;
  const defaultVersion = project.hasDefaultVersion ? project.defaultVersion : "latest";
  return {
    id: project.id,
    name: project.name,
    slug,
    created: wireDate(project.created),
    modified: wireDate(project.modified),
    language: presentLanguage(project.language),
    programming_language: presentProgrammingLanguage(project.programmingLanguage),
    homepage: project.homepage || null,
    repository: { url: project.repositoryUrl, type: project.repositoryType },
    default_version: project.defaultVersion,
    default_branch: effectiveBranch(project),
    urls: {
      documentation: formatDocsUrl(addressOf(project), { version: defaultVersion }, docsHosts()),
      home: dashboardUrl(paths.project(slug)),
      builds: dashboardUrl(paths.builds(slug)),
      versions: dashboardUrl(paths.versions(slug)),
      downloads: null,
    },
    tags: project.tags.map((tag) => tag.name),
    users: project.administrators.map((username) => ({ username })),
    privacy_level: project.privacyLevel,
    external_builds_privacy_level: project.externalBuildsPrivacyLevel,
    external_builds_enabled: project.externalBuildsEnabled,
    versioning_scheme: project.versioningScheme,
    single_version: project.versioningScheme === "single_version_without_translations",
    readthedocs_yaml_path: project.configPath,
    analytics_code: project.analyticsCode,
    analytics_disabled: project.analyticsDisabled,
    _links: presentProjectLinks(slug),
  };
}

function presentNested(project: Project): NestedProjectJson {
  const parent = known(project.superproject?.parent);
  const main = known(project.translationOf);
  return {
    ...presentAlone(project),
    subproject_of: parent && presentRelated(parent.slug),
    translation_of: main && presentRelated(main.slug),
  };
}

/** A project as the API shows it (spec/api-v3.md 4.1). Related projects the caller may not see are named only. */
export function presentProject(project: Project, details: ProjectDetails): ProjectJson {
  const present = (row: Related | undefined): NestedProjectJson | RelatedProjectJson | null => {
    const there = known(row);
    const full = there && details.related.get(there.id);
    return full ? presentNested(full) : there && presentRelated(there.slug);
  };
  return {
    ...presentAlone(project),
    subproject_of: present(project.superproject?.parent),
    translation_of: present(project.translationOf),
  };
}
