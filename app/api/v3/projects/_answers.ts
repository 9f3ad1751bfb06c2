import { z } from "zod";
import { Reply } from "#app/api/v3/_kit/endpoint.ts";
import type { ExpandTree, Expansion } from "#app/api/v3/_kit/fields.ts";
import type { Granted } from "#lib/access/rules.ts";
import { presentDetails } from "#lib/builds/details/present.ts";
import { detailsJson } from "#lib/builds/details/schema.ts";
import { presentBuild } from "#lib/builds/present.ts";
import {
  type Build,
  findConfigs,
  findDefaultBuilds,
  findLastBuilds,
  findVersionConfigs,
  namesPeople,
} from "#lib/builds/queries.ts";
import { mayBuild } from "#lib/builds/rules.ts";
import { buildJson, configJson } from "#lib/builds/schema.ts";
import { presentOrganization, presentOrganizationStub } from "#lib/organizations/present.ts";
import { organizationJson, organizationStub } from "#lib/organizations/schema.ts";
import { presentProject } from "#lib/projects/present.ts";
import { describeProjects, isAdmin, type Project } from "#lib/projects/queries.ts";
import { permissionsJson, projectJson } from "#lib/projects/schema.ts";
import { findStarred } from "#lib/projects/stars/queries.ts";
import { presentArtifacts, presentSource, presentVersion } from "#lib/versions/present.ts";
import {
  findMainVersions,
  findOriginals,
  listActiveVersions,
  type Version,
  type VersionOriginals,
} from "#lib/versions/queries.ts";
import { artifactJson, mainVersionsJson, sourceJson, versionJson } from "#lib/versions/schema.ts";

/** A build with what `expand` can add to it. */
export const buildAnswer = buildJson
  .extend({
    config: configJson.optional(),
    details: detailsJson.optional(),
  })
  .meta({ id: "Build" });
export const buildExpand = { config: {}, details: {} } as const satisfies ExpandTree;

export const versionAnswer = versionJson
  .extend({
    last_build: buildAnswer.nullable().optional(),
    source: sourceJson.optional(),
    artifacts: z.array(artifactJson).optional(),
    config: configJson.optional(),
  })
  .meta({ id: "Version" });
export const versionExpand = {
  last_build: { expand: buildExpand },
  source: {},
  artifacts: {},
  config: {},
} as const satisfies ExpandTree;

export const projectAnswer = projectJson
  .extend({
    active_versions: z.record(z.string(), versionAnswer).optional(),
    /** Whether it may build at the moment. */
    builds_on: z.boolean().optional(),
    /** What it is about, in a sentence; may be empty. */
    description: z.string().optional(),
    main_versions: mainVersionsJson.optional(),
    organization: z.union([organizationJson, organizationStub]).nullable().optional(),
    /** The newest build of its default version, as far as the caller may see that. */
    last_build: buildAnswer.nullable().optional(),
    permissions: permissionsJson.optional(),
    /** Whether it has the caller's star. */
    starred: z.boolean().optional(),
  })
  .meta({ id: "Project" });
export const projectExpand = {
  active_versions: { map: true, expand: versionExpand },
  builds_on: {},
  description: {},
  last_build: {},
  main_versions: {},
  organization: {},
  permissions: {},
  starred: {},
} as const satisfies ExpandTree;

/** The answer to a trigger. `build` is null when the project may not build at the moment. */
export const triggerAnswer = z
  .object({
    triggered: z.boolean(),
    build: buildAnswer.nullable(),
    project: projectAnswer,
    version: versionAnswer,
  })
  .meta({ id: "Trigger" });

export const triggerExpand = {
  build: { expand: buildExpand },
  project: { expand: projectExpand },
  version: { expand: versionExpand },
} as const satisfies ExpandTree;

type BuildAnswer = z.infer<typeof buildAnswer>;
type VersionAnswer = z.infer<typeof versionAnswer>;
type ProjectAnswer = z.infer<typeof projectAnswer>;

const none: Expansion = { has: () => false };
const noOriginals: VersionOriginals = new Map();

/** What is wanted of the things inside an expanded one. */
const inside = (expand: Expansion, name: string): Expansion => ({
  has: (path) => expand.has(`${name}.${path}`),
});

const single = <T>(answers: readonly T[]): T => {
  const [answer] = answers;
  if (answer === undefined) throw new Error("one row gives one answer");
  return answer;
};

/** Builds as they are answered, in order. The number of queries does not depend on how many there are; the same holds below. */
export async function answerBuilds(builds: readonly Build[], expand = none): Promise<BuildAnswer[]> {
  const configs = expand.has("config") ? await findConfigs(builds) : null;
  return builds.map((build) => ({
    ...presentBuild(build),
    ...(configs && { config: configs.get(build.id) ?? {} }),
    ...(expand.has("details") && { details: presentDetails(build, namesPeople(build.project)) }),
  }));
}

export const answerBuild = async (build: Build, expand = none): Promise<BuildAnswer> =>
  single(await answerBuilds([build], expand));

/** The fields of a version that depend on what the platform's `latest` and `stable` stand for. */
const ofOriginals = ["aliases", "ref", "urls"] as const;
const everything = (_field: string): boolean => true;

/** `keeps`: whether a field was not left out. */
export async function answerVersions(
  versions: readonly Version[],
  expand = none,
  keeps = everything,
): Promise<VersionAnswer[]> {
  const withBuilds = expand.has("last_build");
  const [originals, builds, configs] = await Promise.all([
    ofOriginals.some(keeps) ? findOriginals(versions) : noOriginals,
    withBuilds ? findLastBuilds(versions) : new Map<number, Build>(),
    expand.has("config") ? findVersionConfigs(versions) : null,
  ]);
  const answers = await answerBuilds([...builds.values()], inside(expand, "last_build"));
  const byId = new Map(answers.map((answer) => [answer.id, answer]));
  return versions.map((version) => ({
    ...presentVersion(version, originals),
    ...(withBuilds && { last_build: byId.get(builds.get(version.id)?.id ?? 0) ?? null }),
    ...(configs && { config: configs.get(version.id) ?? {} }),
    ...(expand.has("source") && { source: presentSource(version) }),
    ...(expand.has("artifacts") && { artifacts: presentArtifacts(version) }),
  }));
}

export const answerVersion = async (
  version: Version,
  expand = none,
  keeps = everything,
): Promise<VersionAnswer> => single(await answerVersions([version], expand, keeps));

/** The expanded `active_versions` of each project: version slug → version, newest name first. */
async function answerActiveVersions(
  projects: readonly Granted<"view", Project>[],
  expand: Expansion,
): Promise<ReadonlyMap<number, Record<string, VersionAnswer>>> {
  const versions = [...(await listActiveVersions(projects)).values()].flat();
  const answers = await answerVersions(versions, expand);
  const found = new Map<number, Record<string, VersionAnswer>>(projects.map((project) => [project.id, {}]));
  for (const [index, version] of versions.entries()) {
    const answer = answers[index];
    const ofProject = found.get(version.projectId);
    if (answer && ofProject) ofProject[version.slug] = answer;
  }
  return found;
}

/** Full for the organization's own people, otherwise only its name in addresses. */
function answerOrganization({ organization, ownOrganization }: Project): ProjectAnswer["organization"] {
  if (ownOrganization) return presentOrganization(ownOrganization);
  return organization && presentOrganizationStub(organization);
}

/** The newest build of each project's default version, by the project's slug. */
async function answerDefaultBuilds(
  projects: readonly Granted<"view", Project>[],
): Promise<ReadonlyMap<string, BuildAnswer>> {
  const answers = await answerBuilds(await findDefaultBuilds(projects));
  return new Map(answers.map((answer) => [answer.project, answer]));
}

const noMainVersions = { latest: null, stable: null, default: null };

export async function answerProjects(
  projects: readonly Granted<"view", Project>[],
  expand = none,
): Promise<ProjectAnswer[]> {
  const [details, versions, mainVersions, builds, stars] = await Promise.all([
    describeProjects(projects),
    expand.has("active_versions") ? answerActiveVersions(projects, inside(expand, "active_versions")) : null,
    expand.has("main_versions") ? findMainVersions(projects) : null,
    expand.has("last_build") ? answerDefaultBuilds(projects) : null,
    expand.has("starred") ? findStarred(projects) : null,
  ]);
  return projects.map((project) => ({
    ...presentProject(project, details),
    ...(versions && { active_versions: versions.get(project.id) ?? {} }),
    ...(expand.has("builds_on") && { builds_on: mayBuild(project) }),
    ...(expand.has("description") && { description: project.description }),
    ...(builds && { last_build: builds.get(project.slug) ?? null }),
    ...(mainVersions && { main_versions: mainVersions.get(project.id) ?? noMainVersions }),
    ...(expand.has("organization") && { organization: answerOrganization(project) }),
    ...(expand.has("permissions") && { permissions: { admin: isAdmin(project) } }),
    ...(stars && { starred: stars.has(project.id) }),
  }));
}

export const answerProject = async (
  project: Granted<"view", Project>,
  expand = none,
): Promise<ProjectAnswer> => single(await answerProjects([project], expand));

/** What was triggered, with the project and the version it belongs to; 400 when the project may not build at the moment. */
export async function answerTrigger(version: Version, build: Build | null, expand = none) {
  const answer = {
    triggered: build !== null,
    build: build && (await answerBuild(build, inside(expand, "build"))),
    project: await answerProject(version.project, inside(expand, "project")),
    version: await answerVersion(version, inside(expand, "version")),
  };
  return build ? answer : new Reply(400, answer);
}
