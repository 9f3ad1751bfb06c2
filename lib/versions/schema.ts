import { z } from "zod";
import { choice, flag, text } from "#lib/platform/wire/coerce.ts";
import { moment } from "#lib/platform/wire/dates.ts";
import { filterChoice, filterFlag, filterText } from "#lib/platform/wire/filters.ts";
import { type PrivacyLevel, privacyLevels } from "#lib/projects/schema.ts";
import { longestSlug, slugProblem } from "#lib/versions/rules/slug.ts";

export const versionTypes = ["branch", "tag", "external", "unknown"] as const;
export type VersionType = (typeof versionTypes)[number];

const shape = {
  id: z.int(),
  slug: z.string(),
  verbose_name: z.string(),
  identifier: z.string().nullable(),
  ref: z.string().nullable(),
  built: z.boolean(),
  active: z.boolean(),
  hidden: z.boolean(),
  type: z.enum(versionTypes),
  privacy_level: z.enum(privacyLevels),
  downloads: z.object({ pdf: z.string(), htmlzip: z.string(), epub: z.string() }).partial(),
  urls: z.object({
    documentation: z.string(),
    vcs: z.string(),
    dashboard: z.object({ edit: z.string() }),
  }),
  _links: z.object({ _self: z.string(), builds: z.string(), project: z.string() }),
};

const alias = z.object({ ...shape, aliases: z.array(z.never()).max(0) }).meta({ id: "AliasedVersion" });

/** The Version of spec/service.md and spec/api-v3.md 4.2. `aliases` holds what `latest` or `stable` stands for. */
export const versionJson = z.object({ ...shape, aliases: z.array(alias) });
export type VersionJson = z.infer<typeof versionJson>;

/** What `expand=source` adds: how a version stands to its branch or tag. */
export const sourceJson = z
  .object({
    /** The platform made it and decides what it stands for. */
    machine: z.boolean(),
    /** When a sync found its branch or tag gone; null while it is there. */
    missing_since: moment.nullable(),
  })
  .meta({ id: "VersionSource" });
export type SourceJson = z.infer<typeof sourceJson>;

/** Offline formats as addresses name them. */
export const downloadFormats = ["pdf", "htmlzip", "epub"] as const;

/** What `expand=artifacts` adds: the offline formats of what is served. */
export const artifactJson = z
  .object({
    format: z.enum(downloadFormats),
    url: z.string(),
    bytes: z.int(),
    built: moment.nullable(),
  })
  .meta({ id: "VersionArtifact" });
export type ArtifactJson = z.infer<typeof artifactJson>;

export const versionListSorts = ["name", "project", "last_build"] as const;

const built = z.boolean().nullable();
/** `expand=main_versions` of a project: whether these are built; null where there is none that is active and the caller's to see. */
export const mainVersionsJson = z
  .object({ latest: built, stable: built, default: built })
  .meta({ id: "MainVersions" });
export type MainVersionsJson = z.infer<typeof mainVersionsJson>;

/** GET /projects/<slug>/versions/. Nothing is ever uploaded by hand here, so `uploaded` tells only whether to find anything. */
export const versionFilter = z.object({
  slug: filterText(),
  verbose_name: filterText(),
  /** Part of the name, the slug or the identifier. */
  q: filterText({ max: 255 }),
  active: filterFlag(),
  hidden: filterFlag(),
  /** Of which there is an offline format to download. */
  downloads: filterFlag(),
  built: filterFlag(),
  uploaded: filterFlag(),
  privacy_level: filterChoice(privacyLevels),
  type: filterChoice(versionTypes),
  /** By name from Z to A, in the order the project wants (spec/builds.md 12.7), or those first that were built last. */
  sort: filterChoice(versionListSorts),
});
export type VersionFilter = z.output<typeof versionFilter>;

const ignored = z
  .unknown()
  .transform(() => undefined)
  .optional();

const privacyLevel = (edition: "business" | "community"): z.ZodType<PrivacyLevel | undefined> =>
  edition === "business" ? choice(privacyLevels).optional().meta({ "x-edition": "business" }) : ignored;

/** PATCH and PUT of a version: any subset, `{}` included. Privacy levels are ignored in the community edition. */
export const versionChanges = (edition: "business" | "community") =>
  z
    .object({ active: flag().optional(), hidden: flag().optional(), privacy_level: privacyLevel(edition) })
    .meta({ id: "VersionChanges" });
export type VersionChanges = z.output<ReturnType<typeof versionChanges>>;

/** PUT …/versions/<slug>/slug/. */
export const slugChange = z
  .object({ slug: text({ max: longestSlug, rules: [slugProblem] }) })
  .meta({ id: "SlugChange" });
export type SlugChange = z.output<typeof slugChange>;
