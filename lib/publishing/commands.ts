import type { Command } from "#lib/audit/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { withSharedLock, withSoleLock } from "#lib/platform/db/advisory-lock.ts";
import type { Tx } from "#lib/platform/db/client.ts";
import { storableStrings } from "#lib/platform/db/storable.ts";
import { indexLater, stopSearching } from "#lib/search/commands.ts";
import type { ArtifactFormat, Prisma } from "#prisma/client/client.ts";

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
 * Makes a build the one its version's readers get, from one request to the next: pointer, publication and notice to the docs
 * hosts commit together with the caller's command. Returns whether the build is being served afterwards: not if its project
 * is deleted, its version gone or inactive, nor if a newer build has been published meanwhile, even one that was rolled back since. Publishing the
 * served build again changes nothing.
 */
export async function publishBuild(c: Command, build: PublishableBuild): Promise<boolean> {
  const version = await lockVersion(c, build.versionId);
  if (version === null || !version.active) return false;
  // Deleting a project locks its versions first, so what it did is seen here.
  if ((await c.tx.project.count({ where: { id: build.projectId, deletedAt: null } })) === 0) return false;
  if (version.published_build_id === build.id) return true;
  const newest = await c.tx.publication.aggregate({
    where: { versionId: version.id },
    _max: { buildId: true },
  });
  if ((newest._max.buildId ?? 0) >= build.id) return false;

  await endPublication(c, version.id, "replaced");
  await c.tx.publication.create({
    data: {
      versionId: version.id,
      buildId: build.id,
      reason: "build",
      byUserId: c.actor.kind === "user" || c.actor.kind === "token" ? c.actor.userId : null,
      publishedAt: clock.now(),
    },
    select: { id: true },
  });
  await point(c, version.id, build.id);
  await c.record({
    action: "version.publish",
    projectId: build.projectId,
    subjectKind: "version",
    subjectId: version.id,
    subjectLabel: version.slug,
    changes: { published_build: { from: version.published_build_id, to: build.id } },
  });
  // Where nothing was, "not found" may be remembered, and that for the whole project.
  const change = version.published_build_id === null ? "all" : { versions: [version.slug] };
  await c.siteChanged(build.projectId, change);
  return true;
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
  await c.siteChanged(version.projectId);
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

/** The only place that says what a version publishes, so that its search follows. */
async function point(c: Command, versionId: number, publishedBuildId: number | null): Promise<void> {
  await c.tx.version.update({
    where: { id: versionId },
    data: { publishedBuildId, rowVersion: { increment: 1 }, modified: clock.now() },
    select: { id: true },
  });
  await (publishedBuildId === null ? stopSearching(c, { versionId }) : indexLater(c, versionId));
}
