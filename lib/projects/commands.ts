import type { Granted } from "#lib/access/rules.ts";
import type { SignedIn } from "#lib/access/schema.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { cancelOpenBuilds, createBuild } from "#lib/builds/commands.ts";
import { mayBuild } from "#lib/builds/rules.ts";
import { holdOrganization } from "#lib/organizations/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import type { Condition } from "#lib/platform/db/condition.ts";
import { onDuplicate } from "#lib/platform/db/conflict.ts";
import { env } from "#lib/platform/env.ts";
import { forbidden, invalid, notFound, type Problem, stale } from "#lib/platform/errors.ts";
import { requireReachable } from "#lib/projects/address/commands.ts";
import { tellOfDeletion } from "#lib/projects/news/commands.ts";
import { mayImport } from "#lib/projects/policy.ts";
import { openProject, type Project } from "#lib/projects/queries.ts";
import { normalizeRepositoryUrl } from "#lib/projects/rules/repository.ts";
import { projectSlug, slugTaken } from "#lib/projects/rules/slug.ts";
import type { ProjectChanges, ProjectInput } from "#lib/projects/schema.ts";
import { requireFreeLanguage } from "#lib/projects/translations/commands.ts";
import { languageTaken } from "#lib/projects/translations/rules.ts";
import { findAdministeredRepository } from "#lib/remotes/queries.ts";
import { stopSearching } from "#lib/search/commands.ts";
import { filesKeptMs } from "#lib/versions/rules.ts";
import type { Prisma } from "#prisma/client/client.ts";

/**
 * Imports a project: the row, its version `latest`, its people and its first build, all or nothing. It is linked to the remote
 * repository its address names, if the caller administers that (spec/api-v3.md 4.1). In the business edition the
 * caller must own the organization or be in one of its admin teams. Throws 400 for a name whose slug was ever used.
 */
export async function createProject(
  actor: SignedIn,
  input: ProjectInput,
): Promise<Granted<"admin", Project>> {
  if (!mayImport(actor)) throw forbidden();
  const slug = projectSlug(input.name);
  await command(actor, async (c) => {
    const home = env.EDITION === "business" ? await findHome(c, actor, input) : null;
    const privacyLevel = env.EDITION === "community" ? "public" : (input.privacy_level ?? "private");
    const linked = await findAdministeredRepository(c.tx, actor, input.repository.url);
    const repositoryUrl = linked?.cloneUrl ?? normalizeRepositoryUrl(input.repository.url);
    const project = await c.tx.project.create({
      data: {
        slug,
        name: input.name,
        organizationId: home?.organizationId ?? null,
        repositoryUrl,
        remoteRepositoryId: linked?.id ?? null,
        description: input.description ?? "",
        homepage: input.homepage ?? "",
        language: input.language ?? "en",
        programmingLanguage: input.programming_language ?? "words",
        configPath: input.readthedocs_yaml_path || null,
        privacyLevel,
        // What a pull request to a public repository says, everybody can read there.
        externalBuildsPrivacyLevel:
          env.EDITION === "community" || linked?.private === false
            ? "public"
            : (input.external_builds_privacy_level ?? privacyLevel),
        tags: { create: (input.tags ?? []).map((name) => ({ name })) },
        ...(home === null && { maintainers: { create: { userId: actor.userId } } }),
      },
      select: { id: true },
    });
    if (home && home.teamIds.length > 0) {
      await c.tx.teamProject.createMany({
        data: home.teamIds.map((teamId) => ({
          teamId,
          projectId: project.id,
          organizationId: home.organizationId,
        })),
      });
    }
    const version = await c.tx.version.create({
      data: {
        projectId: project.id,
        slug: "latest",
        verboseName: "latest",
        type: "branch",
        machine: true,
        active: true,
        privacyLevel,
      },
      select: { id: true, slug: true, verboseName: true, type: true },
    });
    await c.record({
      action: "project.create",
      projectId: project.id,
      subjectKind: "project",
      subjectId: project.id,
      subjectLabel: slug,
      changes: {
        repositoryUrl: { from: null, to: repositoryUrl },
        privacyLevel: { from: null, to: privacyLevel },
      },
    });
    await createBuild(c, { project, version, trigger: "import" });
    await c.siteChanged(project.id);
  }).catch(onDuplicate("projects_slug_key", "name", slugTaken(slug)));
  return openProject(actor, slug, "admin");
}

const unknownSlug = (slug: string): string => `Object with slug=${slug} does not exist.`;

/**
 * The organization a new project goes to, and its teams. Somebody who is no owner can name only admin teams they are in, and gets all of
 * those when naming none: otherwise their own project would be out of their reach.
 */
async function findHome(
  c: Command,
  actor: SignedIn,
  input: ProjectInput,
): Promise<{ organizationId: number; teamIds: number[] }> {
  const mine = { some: { userId: actor.userId } };
  const slug = input.organization ?? "";
  const organization = await c.tx.organization.findFirst({
    where: {
      slug,
      deletedAt: null,
      ...(!actor.superuser && {
        OR: [{ owners: mine }, { teams: { some: { access: "admin", members: mine } } }],
      }),
    },
    select: {
      id: true,
      disabledAt: true,
      owners: { where: { userId: actor.userId }, select: { userId: true } },
    },
  });
  if (!organization || !(await holdOrganization(c, organization.id)))
    throw invalid({ organization: [unknownSlug(slug)] });
  if (organization.disabledAt) throw invalid({ organization: ["This organization is disabled."] });

  const owner = actor.superuser || organization.owners.length > 0;
  const named = [...new Set(input.teams ?? [])];
  const teams = await c.tx.team.findMany({
    where: {
      organizationId: organization.id,
      ...(named.length > 0 && { slug: { in: named } }),
      ...(!owner && { access: "admin", members: mine }),
    },
    select: { id: true, slug: true },
  });
  const unknown = named.filter((wanted) => !teams.some((team) => team.slug === wanted));
  if (unknown.length > 0) throw invalid({ teams: unknown.map(unknownSlug) });
  return {
    organizationId: organization.id,
    teamIds: owner && named.length === 0 ? [] : teams.map((team) => team.id),
  };
}

/** Makes everybody else who changes what a project counts, orders or keeps unique wait. Throws 404 when it was deleted meanwhile. */
export async function lockProject(c: Command, project: { readonly id: number }): Promise<void> {
  const found = await c.tx.$queryRaw<unknown[]>`
    select id from projects where id = ${project.id}::int and deleted_at is null for no key update`;
  if (found.length === 0) throw notFound("Project");
}

type Columns = Partial<
  Pick<
    Project,
    | "name"
    | "description"
    | "repositoryUrl"
    | "homepage"
    | "language"
    | "programmingLanguage"
    | "defaultVersion"
    | "defaultBranch"
    | "configPath"
    | "versioningScheme"
    | "privacyLevel"
    | "externalBuildsPrivacyLevel"
    | "externalBuildsEnabled"
    | "analyticsCode"
    | "analyticsDisabled"
  >
>;

/** The columns a change names. Absent fields are absent here too; blank means "none" where null does. */
function columnsOf(project: Project, changes: ProjectChanges): Columns {
  const { repository, default_branch, readthedocs_yaml_path, analytics_code } = changes;
  // A linked repository's address is its host's to say.
  const url = repository?.url && (project.remoteRepository?.cloneUrl ?? repository.url);
  return {
    ...(changes.name !== undefined && { name: changes.name }),
    ...(url !== undefined && { repositoryUrl: normalizeRepositoryUrl(url) }),
    ...(changes.description !== undefined && { description: changes.description }),
    ...(changes.homepage !== undefined && { homepage: changes.homepage }),
    ...(changes.language !== undefined && { language: changes.language }),
    ...(changes.programming_language !== undefined && { programmingLanguage: changes.programming_language }),
    ...(changes.default_version !== undefined && { defaultVersion: changes.default_version }),
    ...(default_branch !== undefined && { defaultBranch: default_branch || null }),
    ...(readthedocs_yaml_path !== undefined && { configPath: readthedocs_yaml_path || null }),
    ...(changes.versioning_scheme !== undefined && {
      versioningScheme: changes.versioning_scheme ?? "multiple_versions_with_translations",
    }),
    ...(changes.privacy_level !== undefined && { privacyLevel: changes.privacy_level }),
    ...(changes.external_builds_privacy_level !== undefined && {
      externalBuildsPrivacyLevel: changes.external_builds_privacy_level,
    }),
    ...(changes.external_builds_enabled !== undefined && {
      externalBuildsEnabled: changes.external_builds_enabled,
    }),
    ...(analytics_code !== undefined && { analyticsCode: analytics_code || null }),
    ...(changes.analytics_disabled !== undefined && {
      analyticsDisabled: changes.analytics_disabled ?? false,
    }),
  };
}

const asSeen = (project: Project, { unchanged }: Condition): Prisma.ProjectWhereInput => ({
  id: project.id,
  deletedAt: null,
  ...(unchanged && { rowVersion: project.rowVersion }),
});

const gone = ({ unchanged }: Condition): Problem => (unchanged ? stale() : notFound("Project"));

/**
 * Changes a project. `tags` replaces the whole list. The slug and its versions' levels stay as they are. Somebody who changes in the
 * dashboard what builds go by gets `latest` built with it; a token starts no build (spec/builds.md 2.1).
 * With `unchanged` the project must still be as the caller saw it, else 412.
 */
export async function updateProject(
  project: Granted<"admin", Project>,
  changes: ProjectChanges,
  options: Condition = {},
): Promise<void> {
  const columns = columnsOf(project, changes);
  await command(project.actor, async (c) => {
    if (columns.defaultBranch !== undefined && columns.defaultBranch !== project.defaultBranch) {
      await pointLatest(c, project.id, columns.defaultBranch);
    }
    if (
      project.actor.kind === "user" &&
      seenByBuilds.some((name) => name in columns && columns[name] !== project[name])
    )
      await rebuildLatest(c, project);
    // Behind what locks versions: deleting a project locks those first as well.
    if (columns.language !== undefined && columns.language !== project.language)
      await requireFreeLanguage(c, project, columns.language);
    if (columns.versioningScheme !== undefined && columns.versioningScheme !== project.versioningScheme)
      await requireReachable(c, project, columns.versioningScheme);
    const { count } = await c.tx.project.updateMany({
      where: asSeen(project, options),
      data: { ...columns, rowVersion: { increment: 1 }, modified: clock.now() },
    });
    if (count === 0) throw gone(options);
    if (changes.tags) {
      await c.tx.projectTag.deleteMany({ where: { projectId: project.id } });
      await c.tx.projectTag.createMany({
        data: changes.tags.map((name) => ({ projectId: project.id, name })),
      });
    }
    await c.record({
      action: "project.update",
      projectId: project.id,
      subjectKind: "project",
      subjectId: project.id,
      subjectLabel: project.slug,
      changes: differences(project, columns, changes.tags),
    });
    await c.siteChanged(project.id);
  }).catch(onDuplicate("projects_translation_of_id_language_key", "language", languageTaken));
}

/** Field → from and to, of what really changes. */
function differences(project: Project, columns: Columns, tags: string[] | undefined): Prisma.InputJsonObject {
  const names = Object.keys(columns) as (keyof Columns)[];
  const changed = names.filter((name) => columns[name] !== project[name]);
  return {
    ...Object.fromEntries(
      changed.map((name) => [name, { from: project[name] ?? null, to: columns[name] ?? null }]),
    ),
    ...(tags && { tags: { from: project.tags.map((tag) => tag.name), to: tags } }),
  };
}

/** What decides how a version is built. */
const seenByBuilds = ["repositoryUrl", "defaultBranch", "configPath", "language"] as const;

/** Builds `latest` and the version it stands for, as far as they are active. */
async function rebuildLatest(c: Command, project: Project): Promise<void> {
  if (!mayBuild(project)) return;
  const select = {
    id: true,
    slug: true,
    verboseName: true,
    type: true,
    identifier: true,
    machine: true,
  } as const;
  const latest = await c.tx.version.findUnique({
    where: { projectId_slug: { projectId: project.id, slug: "latest" } },
    select,
  });
  const versions = await c.tx.version.findMany({
    where: {
      projectId: project.id,
      active: true,
      OR: [
        { slug: "latest" },
        ...(latest?.machine && latest.identifier !== null
          ? [{ machine: false, type: latest.type, verboseName: latest.identifier }]
          : []),
      ],
    },
    select,
    orderBy: { id: "asc" },
  });
  for (const version of versions) await createBuild(c, { project, version, trigger: "manual" });
}

/** The platform's own `latest` follows the default branch; without one it learns its branch from the next build. */
async function pointLatest(c: Command, projectId: number, branch: string | null): Promise<void> {
  const named =
    branch === null
      ? null
      : await c.tx.version.findFirst({
          where: { projectId, verboseName: branch, machine: false, type: { in: ["branch", "tag"] } },
          orderBy: { type: "asc" },
          select: { type: true },
        });
  await c.tx.version.updateMany({
    where: { projectId, slug: "latest", machine: true },
    data: {
      identifier: branch,
      type: named?.type ?? "branch",
      rowVersion: { increment: 1 },
      modified: clock.now(),
    },
  });
}

/**
 * Deletes a project: from this moment it is in no list and on no host, and its builds are cancelled. The row stays, so that the
 * project can be restored for a while and its slug is never given to anybody else. With `unchanged` it must still be as the caller saw
 * it, else 412.
 */
export async function deleteProject(
  project: Granted<"admin", Project>,
  options: Condition = {},
): Promise<void> {
  const { actor } = project;
  const now = clock.now();
  const purgeAt = new Date(now.getTime() + filesKeptMs.deleted);
  await command(actor, async (c) => {
    await c.tx
      .$queryRaw`select id from versions where project_id = ${project.id} order by id for no key update`;
    const { count } = await c.tx.project.updateMany({
      where: asSeen(project, options),
      data: {
        deletedAt: now,
        deletedById: "userId" in actor ? actor.userId : null,
        purgeAt,
        rowVersion: { increment: 1 },
        modified: now,
      },
    });
    if (count === 0) throw gone(options);
    await c.tx.version.updateMany({
      where: { projectId: project.id },
      data: { publishedBuildId: null, filesPurgeAt: purgeAt },
    });
    await c.tx.publication.updateMany({
      where: { version: { projectId: project.id }, endedAt: null },
      data: { endedAt: now, endReason: "deleted" },
    });
    await stopSearching(c, { projectId: project.id });
    await cancelOpenBuilds(c, { projectId: project.id }, { reason: "person" });
    await c.record({
      action: "project.delete",
      projectId: project.id,
      subjectKind: "project",
      subjectId: project.id,
      subjectLabel: project.slug,
    });
    await tellOfDeletion(c, project, purgeAt);
    for (const id of await familyOf(c, project.id))
      await c.siteChanged(id, id === project.id ? "all" : "project");
  });
}

/** The project and those whose sites show it: parent, children, main language and translations. */
export async function familyOf(c: Command, id: number): Promise<number[]> {
  const rows = await c.tx.project.findMany({
    where: {
      OR: [
        { id },
        { translationOfId: id },
        { translations: { some: { id } } },
        { superproject: { parentId: id } },
        { subprojects: { some: { childId: id } } },
      ],
    },
    select: { id: true },
  });
  return rows.map((row) => row.id);
}
