import type { Granted } from "#lib/access/rules.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { withSharedLock, withSoleLock } from "#lib/platform/db/advisory-lock.ts";
import type { Tx } from "#lib/platform/db/client.ts";
import { storableStrings } from "#lib/platform/db/storable.ts";
import { env } from "#lib/platform/env.ts";
import { invalid } from "#lib/platform/errors.ts";
import type { Project } from "#lib/projects/queries.ts";
import { digestPages } from "#lib/publishing/diffs/jobs.ts";
import { indexLater, stopSearching } from "#lib/search/commands.ts";
import type { ArtifactFormat, Prisma, PublicationReason } from "#prisma/client/client.ts";

/** Advisory locks on the stored files of a project; the second number is the project's id. */
const filesLock = 5_271_905;

/**
 * Keeps the collector away from a project's files while a build is stored and published: a stored file that no kept build
 * names yet looks just like one that is no longer needed.
 */
export const keepingFiles = <T>(projectId: number, run: () => Promise<T>): Promise<T> =>
  withSharedLock(filesLock, projectId, run);

/**
 * Runs `run` while no build of the project is stored or published; null, and nothing done, while one is. `lost` aborts when that
 * is no longer sure.
 */
export const collectingFiles = <T>(
  projectId: number,
  run: (lost: AbortSignal) => Promise<T>,
): Promise<T | null> => withSoleLock(filesLock, projectId, run);

/** A download as it is stored: `name` for people, `blob` the hash under which its bytes lie. */
export interface StoredArtifact {
  readonly format: ArtifactFormat;
  readonly name: string;
  readonly blob: string;
  readonly bytes: number;
}

/**
 * Writes down what a build has left besides its pages. A version has the downloads and data of the build it publishes, so a
 * download that a newer build does not make is gone with the older one.
 */
export async function rememberOutput(
  tx: Tx,
  buildId: number,
  output: {
    readonly artifacts: readonly StoredArtifact[];
    readonly buildData: Record<string, Prisma.InputJsonValue | null> | null;
  },
): Promise<void> {
  await tx.buildArtifact.createMany({
    data: output.artifacts.map((artifact) => ({ buildId, ...artifact })),
  });
  if (output.buildData === null) return;
  const body: Prisma.InputJsonObject = JSON.parse(JSON.stringify(output.buildData, storableStrings));
  await tx.buildData.create({ data: { buildId, body } });
}

/** A finished build whose files are stored. */
export interface PublishableBuild {
  readonly id: number;
  readonly projectId: number;
  readonly versionId: number | null;
}

/**
 * Makes a build that has just finished the one its version's readers get, from one request to the next: pointer, publication and
 * notice to the docs hosts commit together with the caller's command. Returns whether the build is being served afterwards: not if its
 * project is deleted, its version gone or inactive, nor if it has been passed meanwhile. Publishing the served build again changes nothing.
 */
export async function publishBuild(c: Command, build: PublishableBuild): Promise<boolean> {
  const version = await lockServable(c, build);
  if (version === null) return false;
  if (version.publishedBuildId === build.id) return true;
  if (await isPassed(c, version.id, build.id)) return false;
  await switchTo(c, version, build.id, "build");
  return true;
}

/** A version that may be served, whose pointer nobody else moves until the command ends. */
export type ServableVersion = {
  readonly id: number;
  readonly projectId: number;
  readonly slug: string;
  readonly publishedBuildId: number | null;
};

/** Takes the row that decides what a version's readers get. Null when the version is gone or inactive, or its project deleted. */
export async function lockServable(
  c: Command,
  of: { readonly projectId: number; readonly versionId: number | null },
): Promise<ServableVersion | null> {
  const version = await lockVersion(c, of.versionId);
  if (version === null || !version.active) return null;
  // Deleting a project locks its versions first, so what it did is seen here.
  if ((await c.tx.project.count({ where: { id: of.projectId, deletedAt: null } })) === 0) return null;
  const { id, slug, published_build_id } = version;
  return { id, slug, projectId: of.projectId, publishedBuildId: published_build_id };
}

/**
 * Whether this build or a newer one has been published before, even if it was taken back since; or somebody has chosen what is served
 * after this build was asked for, and so does not want it unseen.
 */
async function isPassed(c: Command, versionId: number, buildId: number): Promise<boolean> {
  const [row] = await c.tx.$queryRaw<{ passed: boolean }[]>`
    select exists (
      select from publications join builds on builds.id = ${buildId}::int
      where publications.version_id = ${versionId}::int and (
        publications.build_id >= builds.id
        or (ended_at is null and reason <> 'build' and published_at >= builds.created)
      )
    ) as passed`;
  return row?.passed ?? false;
}

/**
 * The flip: readers get this build from the end of the command on. The caller holds the version and knows that the files are there.
 * Returns the publication's id.
 */
export async function switchTo(
  c: Command,
  version: ServableVersion,
  buildId: number,
  reason: PublicationReason,
): Promise<number> {
  const { id: versionId, projectId, slug, publishedBuildId: before } = version;
  await endPublication(c, versionId, "replaced");
  const { id } = await c.tx.publication.create({
    data: {
      versionId,
      buildId,
      reason,
      byUserId: c.actor.kind === "user" || c.actor.kind === "token" ? c.actor.userId : null,
      publishedAt: clock.now(),
    },
    select: { id: true },
  });
  await point(c, versionId, buildId);
  await c.record({
    action: "version.publish",
    projectId,
    subjectKind: "version",
    subjectId: versionId,
    subjectLabel: slug,
    changes: { published_build: { from: before, to: buildId }, reason },
  });
  // Where nothing was, "not found" may be remembered, and that for the whole project.
  await c.siteChanged(projectId, before === null ? "project" : { versions: [slug] });
  return id;
}

/**
 * Stops serving a version, for everybody, with the caller's command; its files are collected later. Does nothing when the
 * version serves nothing.
 */
export async function retract(
  c: Command,
  version: { readonly id: number; readonly projectId: number },
  reason: "deactivated" | "deleted" | "renamed",
): Promise<void> {
  const row = await lockVersion(c, version.id);
  if (row === null || row.published_build_id === null) return;
  await endPublication(c, row.id, reason);
  await point(c, row.id, null);
  await c.record({
    action: "version.retract",
    projectId: version.projectId,
    subjectKind: "version",
    subjectId: row.id,
    subjectLabel: row.slug,
    changes: { published_build: { from: row.published_build_id, to: null } },
  });
  await c.siteChanged(version.projectId, "project");
}

/**
 * Serves again what the active versions of a project served when it was deleted at `deletedAt`, as far as its files are still there.
 * The caller holds the versions.
 */
export async function resumePublications(c: Command, projectId: number, deletedAt: Date): Promise<void> {
  const resumed = await c.tx.$queryRaw<{ version_id: number }[]>`
    with resumed as (
      update publications set ended_at = null, end_reason = null
      from versions, builds
      where versions.id = publications.version_id and versions.project_id = ${projectId} and versions.active
        and builds.id = publications.build_id and builds.files_state = 'kept'
        and publications.end_reason = 'deleted' and publications.ended_at = ${deletedAt}
      returning publications.version_id, publications.build_id
    )
    update versions set published_build_id = resumed.build_id, row_version = row_version + 1, modified = ${clock.now()}
    from resumed where versions.id = resumed.version_id
    returning resumed.version_id`;
  for (const { version_id } of resumed) await indexLater(c, version_id);
}

type LockedVersion = { id: number; slug: string; active: boolean; published_build_id: number | null };

/** Two builds of one version may finish at once: the row decides who goes first. */
async function lockVersion(c: Command, versionId: number | null): Promise<LockedVersion | null> {
  if (versionId === null) return null;
  const rows = await c.tx.$queryRaw<LockedVersion[]>`
    select id, slug, active, published_build_id from versions where id = ${versionId} for update`;
  return rows[0] ?? null;
}

async function endPublication(c: Command, versionId: number, endReason: string): Promise<void> {
  await c.tx.publication.updateMany({
    where: { versionId, endedAt: null },
    data: { endedAt: clock.now(), endReason },
  });
}

/** The only place that says what a version publishes, so that its search and the comparisons of previews follow. */
async function point(c: Command, versionId: number, publishedBuildId: number | null): Promise<void> {
  await c.tx.version.update({
    where: { id: versionId },
    data: { publishedBuildId, rowVersion: { increment: 1 }, modified: clock.now() },
    select: { id: true },
  });
  if (publishedBuildId === null) return stopSearching(c, { versionId });
  await indexLater(c, versionId);
  await c.enqueue(digestPages, { buildId: publishedBuildId });
}

/**
 * Has everything forgotten that web processes and shared caches know of a project, for people who see an old page somewhere. Throws
 * 400 without a content delivery network.
 */
export async function purgeSite(project: Granted<"admin", Project>): Promise<void> {
  if (env.CDN_DRIVER === "none") throw invalid(["There is no content delivery network in front of Lectern."]);
  await command(project.actor, async (c) => {
    await c.record({
      action: "project.purge_caches",
      projectId: project.id,
      subjectKind: "project",
      subjectId: project.id,
      subjectLabel: project.slug,
    });
    await c.siteChanged(project.id);
  });
}
