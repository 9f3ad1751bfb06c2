import { type FamilyRow, linkFamily } from "#lib/publishing/rules/family.ts";
import type { DocsDomain, DocsProject } from "#lib/publishing/schema.ts";

type VersionRow = FamilyRow["versions"][number];

/** A published public version; the overrides say what is special. */
export function docsVersion(slug: string, overrides: Partial<VersionRow> = {}): VersionRow {
  const id = [...slug].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 100_000, 7);
  return {
    id,
    slug,
    active: true,
    hidden: false,
    privacy: "public",
    buildId: id,
    publishedAt: new Date("2026-01-02T03:04:05Z"),
    preview: /^\d+$/.test(slug),
    ...overrides,
  };
}

/** A verified domain of a project's own, with https and nothing else unless told. */
export const customDomain = (host: string, overrides: Partial<DocsDomain> = {}): DocsDomain => ({
  host,
  canonical: false,
  https: true,
  hsts: { seconds: 0, subdomains: false, preload: false },
  headers: [],
  ...overrides,
});

type ProjectOptions = Partial<Omit<FamilyRow, "versions" | "slug" | "parent" | "translationOfId">> & {
  versions?: readonly (string | VersionRow)[];
  parent?: { slug: string; alias: string };
  translationOf?: string;
};

/** A family of projects by slug, in memory only. Versions that look like numbers are pull-request previews. */
export function docsFamily(
  projects: Record<string, ProjectOptions>,
  options = { everythingPublic: false },
): Record<string, DocsProject> {
  const slugs = Object.keys(projects);
  const idOf = (slug: string): number => slugs.indexOf(slug) + 1;
  const rows = Object.entries(projects).map(
    ([slug, { versions = ["latest"], parent, translationOf, ...rest }]): FamilyRow => ({
      id: idOf(slug),
      slug,
      language: "en",
      scheme: "multiple_versions_with_translations",
      customPrefix: null,
      subprojectPrefix: null,
      defaultVersion: "latest",
      previewPrivacy: "public",
      readers: [],
      noindex: false,
      domains: [],
      redirects: [],
      shares: [],
      ...rest,
      translationOfId: translationOf === undefined ? null : idOf(translationOf),
      parent: parent === undefined ? null : { id: idOf(parent.slug), alias: parent.alias },
      versions: versions.map((version) => (typeof version === "string" ? docsVersion(version) : version)),
    }),
  );
  const family = linkFamily(rows, options);
  return Object.fromEntries([...family.values()].map((project) => [project.slug, project]));
}
