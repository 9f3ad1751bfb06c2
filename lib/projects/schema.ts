import { z } from "zod";
import { choice, flag, oneLine, text, texts, url } from "#lib/platform/wire/coerce.ts";
import { moment } from "#lib/platform/wire/dates.ts";
import { filterChoice, filterFlag, filterText } from "#lib/platform/wire/filters.ts";
import { configPathProblem } from "#lib/projects/rules/config-path.ts";
import { languageCodes, programmingLanguageCodes } from "#lib/projects/rules/languages.ts";
import { type RepositoryPolicy, repositoryProblem } from "#lib/projects/rules/repository.ts";
import { nameProblem } from "#lib/projects/rules/slug.ts";
import { tagsInput } from "#lib/projects/rules/tags.ts";

export const privacyLevels = ["public", "private"] as const;
export type PrivacyLevel = (typeof privacyLevels)[number];

export const versioningSchemes = [
  "multiple_versions_with_translations",
  "multiple_versions_without_translations",
  "single_version_without_translations",
] as const;
export type VersioningScheme = (typeof versioningSchemes)[number];

const coded = z.object({ code: z.string(), name: z.string() }).meta({ id: "Coded" });

const projectLinks = z
  .object({
    _self: z.string(),
    builds: z.string(),
    environmentvariables: z.string(),
    notifications: z.string(),
    redirects: z.string(),
    subprojects: z.string(),
    superproject: z.string(),
    sync_versions: z.string(),
    translations: z.string(),
    versions: z.string(),
  })
  .meta({ id: "ProjectLinks" });
export type ProjectLinks = z.infer<typeof projectLinks>;

/** What is told about a related project that the caller may not see. */
const relatedProject = z.object({ _links: projectLinks, slug: z.string() }).meta({ id: "RelatedProject" });

/** In the order of the alphabet, as it is sent: lists of projects need not be sorted then. */
const shape = <Related extends z.ZodType>(related: Related) => ({
  _links: projectLinks,
  analytics_code: z.string().nullable(),
  analytics_disabled: z.boolean(),
  created: moment,
  default_branch: z.string(),
  default_version: z.string(),
  external_builds_enabled: z.boolean(),
  external_builds_privacy_level: z.enum(privacyLevels),
  homepage: z.string().nullable(),
  id: z.int(),
  language: coded,
  modified: moment,
  name: z.string(),
  privacy_level: z.enum(privacyLevels),
  programming_language: coded,
  readthedocs_yaml_path: z.string().nullable(),
  repository: z.object({ type: z.literal("git"), url: z.string() }),
  single_version: z.boolean(),
  slug: z.string(),
  subproject_of: related.nullable(),
  tags: z.array(z.string()),
  translation_of: related.nullable(),
  urls: z.object({
    builds: z.string(),
    documentation: z.string(),
    downloads: z.string().nullable(),
    home: z.string(),
    versions: z.string(),
  }),
  users: z.array(z.object({ username: z.string() })),
  versioning_scheme: z.enum(versioningSchemes),
});

/** A parent or main-language project inside another one: full, but its own relations only by name. */
const nestedProject = z.object(shape(relatedProject)).meta({ id: "NestedProject" });

/** The Project of spec/service.md and spec/api-v3.md 4.1. */
export const projectJson = z.object(shape(z.union([nestedProject, relatedProject])));
export type ProjectJson = z.infer<typeof projectJson>;
export type NestedProjectJson = z.infer<typeof nestedProject>;
export type RelatedProjectJson = z.infer<typeof relatedProject>;

/** `expand=permissions`. */
export const permissionsJson = z.object({ admin: z.boolean() }).meta({ id: "ProjectPermissions" });

/** How the newest build of a default version ended that was not cancelled. */
export const projectStates = ["passing", "failing", "not_built"] as const;
export const projectSorts = ["slug", "name", "-starred", "-last_build", "-created"] as const;

/** GET /projects/ (spec/api-v3.md 4.1). */
export const projectFilter = z.object({
  name: filterText(),
  slug: filterText(),
  language: filterChoice(languageCodes),
  programming_language: filterChoice(programmingLanguageCodes),
  /** Its slug. */
  organization: filterText(),
  privacy_level: filterChoice(privacyLevels),
  state: filterChoice(projectStates),
  starred: filterFlag(),
  sort: filterChoice(projectSorts),
});
export type ProjectFilter = z.output<typeof projectFilter>;

const repositoryUrl = (policy: RepositoryPolicy) =>
  text({ max: 255, rules: [(address) => repositoryProblem(address, policy)] });

/** Tells the API description that the community edition ignores a field. */
const businessOnly = { "x-edition": "business" };

const privacyLevel = (policy: RepositoryPolicy): z.ZodType<PrivacyLevel | undefined> =>
  policy.edition === "business" ? choice(privacyLevels).optional().meta(businessOnly) : ignored;

/** A field the community edition does not have: whatever is sent is as good as nothing. */
const ignored = z
  .unknown()
  .transform(() => undefined)
  .optional();

const refName = (name: string): string | null =>
  /^-|[\p{Cc}\s~^:?*[\\]|\.\.|@\{/u.test(name) ? "Enter a valid branch or tag name." : null;
const analyticsCode = (code: string): string | null =>
  /^[\w.:-]+$/.test(code) ? null : "Enter a valid analytics code.";

const languageCode = choice(languageCodes).meta({ id: "LanguageCode" });
const programmingLanguageCode = choice(["", ...programmingLanguageCodes]).meta({
  id: "ProgrammingLanguageCode",
});

const settings = (policy: RepositoryPolicy) => ({
  description: text({ max: 150, blank: true, rules: [oneLine] }).optional(),
  homepage: url({ blank: true }).optional(),
  language: languageCode.optional(),
  programming_language: programmingLanguageCode.optional(),
  tags: tagsInput().optional(),
  readthedocs_yaml_path: text({ max: 1024, blank: true, rules: [configPathProblem] })
    .nullable()
    .optional(),
  privacy_level: privacyLevel(policy),
  external_builds_privacy_level: privacyLevel(policy),
});

const changeable = (policy: RepositoryPolicy) => ({
  ...settings(policy),
  default_version: text({ max: 255 }).optional(),
  default_branch: text({ max: 255, blank: true, rules: [refName] })
    .nullable()
    .optional(),
  analytics_code: text({ max: 50, blank: true, rules: [analyticsCode] })
    .nullable()
    .optional(),
  analytics_disabled: flag().nullable().optional(),
  versioning_scheme: choice(versioningSchemes).nullable().optional(),
  external_builds_enabled: flag().optional(),
});

const repositoryType = choice(["git"]);

/** POST /projects/. `organization` and `teams` are slugs and belong to the business edition. */
export const projectInput = (policy: RepositoryPolicy) =>
  z
    .object({
      name: text({ max: 63, rules: [nameProblem] }),
      repository: z.object({ url: repositoryUrl(policy), type: repositoryType.optional() }),
      ...settings(policy),
      organization: policy.edition === "business" ? text({ max: 255 }).meta(businessOnly) : ignored,
      teams:
        policy.edition === "business"
          ? texts({ max: 255, most: 100 }).optional().meta(businessOnly)
          : ignored,
    })
    .meta({ id: "ProjectInput" });
export type ProjectInput = z.output<ReturnType<typeof projectInput>>;

/** PATCH /projects/<slug>/: any subset. The slug never changes, whatever the name becomes. */
export const projectChanges = (policy: RepositoryPolicy) =>
  z
    .object({
      ...changeable(policy),
      name: text({ max: 63 }).optional(),
      repository: z
        .object({ url: repositoryUrl(policy).optional(), type: repositoryType.optional() })
        .optional(),
    })
    .meta({ id: "ProjectChanges" });
export type ProjectChanges = z.output<ReturnType<typeof projectChanges>>;

/** PUT /projects/<slug>/: name and repository are required, the rest keeps its value when absent. */
export const projectReplacement = (policy: RepositoryPolicy) =>
  z
    .object({
      ...changeable(policy),
      name: text({ max: 63 }),
      repository: z.object({ url: repositoryUrl(policy), type: repositoryType.optional() }),
    })
    .meta({ id: "ProjectReplacement" });
