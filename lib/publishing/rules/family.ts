import type { PrivacyLevel, VersioningScheme } from "#lib/projects/schema.ts";
import type { DocsDomain, DocsProject, DocsVersion, RedirectRule } from "#lib/publishing/schema.ts";
import type { DocsShare } from "#lib/sharing/schema.ts";

/** A project as read from the database, its relations still by id. */
export interface FamilyRow {
  readonly id: number;
  readonly slug: string;
  readonly language: string;
  readonly scheme: VersioningScheme;
  readonly customPrefix: string | null;
  readonly subprojectPrefix: string | null;
  readonly defaultVersion: string;
  readonly previewPrivacy: PrivacyLevel;
  readonly translationOfId: number | null;
  readonly parent: { readonly id: number; readonly alias: string } | null;
  readonly versions: readonly DocsVersion[];
  readonly readers: readonly number[];
  readonly noindex: boolean;
  /** Verified ones. */
  readonly domains: readonly DocsDomain[];
  /** Enabled ones, in order. */
  readonly redirects: readonly RedirectRule[];
  /** Live ones. */
  readonly shares: readonly DocsShare[];
}

type Open<T> = { -readonly [K in keyof T]: T[K] extends ReadonlyMap<infer A, infer B> ? Map<A, B> : T[K] };

/**
 * Links projects read together into one frozen graph, by id. Relations to projects that are not among the rows are dropped.
 * Where nothing can be private (the community edition), every version counts as public.
 */
export function linkFamily(
  rows: readonly FamilyRow[],
  options: { readonly everythingPublic: boolean },
): ReadonlyMap<number, DocsProject> {
  const family = new Map<number, Open<DocsProject>>();
  for (const row of rows) family.set(row.id, unlinked(row, options.everythingPublic));
  for (const row of rows) {
    const project = family.get(row.id);
    const main = family.get(row.translationOfId ?? Number.NaN);
    const parent = family.get(row.parent?.id ?? Number.NaN);
    if (project && main) {
      project.main = main;
      main.translations.set(project.language, project);
    }
    if (project && parent && row.parent) {
      project.parent = { project: parent, alias: row.parent.alias };
      parent.subprojects.set(row.parent.alias, project);
    }
  }
  for (const project of family.values()) Object.freeze(project);
  return family;
}

function unlinked(row: FamilyRow, everythingPublic: boolean): Open<DocsProject> {
  const versions = new Map<string, DocsVersion>();
  const previews = new Map<string, DocsVersion>();
  for (const version of row.versions) {
    const level = version.preview ? row.previewPrivacy : version.privacy;
    const privacy = everythingPublic ? "public" : level;
    (version.preview ? previews : versions).set(version.slug, Object.freeze({ ...version, privacy }));
  }
  return {
    id: row.id,
    slug: row.slug,
    language: row.language,
    scheme: row.scheme,
    customPrefix: row.customPrefix,
    subprojectPrefix: row.subprojectPrefix,
    domain: row.domains.find(({ canonical }) => canonical) ?? null,
    defaultVersion: row.defaultVersion,
    main: null,
    parent: null,
    versions,
    previews,
    translations: new Map(),
    subprojects: new Map(),
    readers: new Set(row.readers),
    noindex: row.noindex,
    domains: new Map(row.domains.map((domain) => [domain.host, domain])),
    redirects: row.redirects,
    shares: new Map(row.shares.map((share) => [share.id, share])),
  };
}

/** What a snapshot's parts take in memory, in bytes, measured and rounded up. */
const bytesOf = {
  project: 4_000,
  version: 450,
  redirect: 2_000,
  domain: 1_000,
  reader: 50,
  share: 1_500,
  secret: 500,
};

/** A project and every other one that can be reached from it. */
export function familyOf(project: DocsProject): ReadonlySet<DocsProject> {
  const family = new Set([project]);
  // A set can grow while it is walked.
  for (const { main, parent, translations, subprojects } of family) {
    if (main) family.add(main);
    if (parent) family.add(parent.project);
    for (const member of translations.values()) family.add(member);
    for (const member of subprojects.values()) family.add(member);
  }
  return family;
}

/** About what a project takes in memory together with everything that can be reached from it, in bytes. */
export function weightOf(project: DocsProject): number {
  let bytes = 0;
  for (const member of familyOf(project)) {
    bytes += bytesOf.project + member.readers.size * bytesOf.reader;
    bytes += (member.versions.size + member.previews.size) * bytesOf.version;
    bytes += member.redirects.length * bytesOf.redirect + member.domains.size * bytesOf.domain;
    bytes += member.shares.size * bytesOf.share;
    for (const { secrets } of member.shares.values()) bytes += secrets.length * bytesOf.secret;
    for (const { headers } of member.domains.values()) for (const { value } of headers) bytes += value.length;
  }
  return bytes;
}
