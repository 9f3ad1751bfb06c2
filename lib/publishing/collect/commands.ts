import { z } from "zod";
import { clock } from "#lib/platform/clock.ts";
import { db, transaction } from "#lib/platform/db/client.ts";
import { isProblem } from "#lib/platform/errors.ts";
import { log } from "#lib/platform/log.ts";
import { storage } from "#lib/platform/storage/storage.ts";
import {
  collectedFolders,
  keptBuilds,
  nameOf,
  sortUnnamed,
  type Unnamed,
  unnamedKey,
} from "#lib/publishing/collect/rules.ts";
import { collectingFiles } from "#lib/publishing/commands.ts";
import { blobKey, parseManifest } from "#lib/publishing/rules/manifest.ts";

/**
 * Lets go of the files of builds that need not be kept (decision 27), and deletes the objects that nobody has named for a day, of
 * every project. A project that is publishing just now is left to the next time. Returns the objects deleted.
 */
export async function collectFiles(signal: AbortSignal): Promise<number> {
  let deleted = 0;
  for (let after = 0; !signal.aborted; ) {
    const project = await db.project.findFirst({
      where: { id: { gt: after }, purgedAt: null, builds: { some: {} } },
      select: { id: true },
      orderBy: { id: "asc" },
    });
    if (!project) break;
    after = project.id;
    try {
      deleted +=
        (await collectingFiles(project.id, (lost) =>
          collectProject(project.id, AbortSignal.any([signal, lost])),
        )) ?? 0;
    } catch (error) {
      // One project must not keep the others.
      if (!signal.aborted) log.error({ projectId: project.id, err: error }, "could not collect files");
    }
  }
  return deleted;
}

/** The project's files are ours alone until `signal` says that the hold is lost. */
async function collectProject(projectId: number, signal: AbortSignal): Promise<number> {
  const now = clock.now();
  await releaseBuilds(projectId, now);
  const named = await namedKeys(projectId);
  const unnamed: string[] = [];
  for (const folder of collectedFolders(projectId))
    for await (const key of storage.list(folder)) if (!named.has(nameOf(key))) unnamed.push(key);
  const { deleted, kept } = sortUnnamed(unnamed, await readUnnamed(projectId), now);
  for (const key of deleted) {
    signal.throwIfAborted();
    await storage.delete(key);
  }
  if (Object.keys(kept).length === 0) await storage.delete(unnamedKey(projectId));
  else await storage.put(unnamedKey(projectId), Buffer.from(JSON.stringify(kept)));
  return deleted.length;
}

/** Takes the files from the builds that need them no longer. From here on they cannot be published again. */
async function releaseBuilds(projectId: number, now: Date): Promise<void> {
  const youngFrom = new Date(now.getTime() - keptBuilds.youngerThanMs);
  await transaction(async (tx) => {
    // Somebody may be choosing one of them to be published again. Only the next statement sees what they have written.
    await tx.$executeRaw`
      select id from builds where project_id = ${projectId} and files_state = 'kept' order by id for no key update`;
    const released = await tx.$queryRaw<{ id: number }[]>`
      update builds set files_state = 'removed', manifest_key = null
      where project_id = ${projectId} and files_state = 'kept'
        and not exists (select from versions where published_build_id = builds.id)
        and not exists (
          select from versions
          where versions.id = builds.version_id and (versions.files_purge_at is null or versions.files_purge_at > ${now})
            and (
              builds.finished_at > ${youngFrom} or builds.files_keep_until > ${now} or builds.id in (
                select id from builds as newest
                where newest.version_id = versions.id and newest.success and newest.files_state = 'kept'
                order by newest.created desc, newest.id desc limit ${keptBuilds.newestSuccessful}
              )
            )
        )
      returning id`;
    await tx.buildArtifact.deleteMany({ where: { buildId: { in: released.map(({ id }) => id) } } });
    await tx.version.updateMany({
      where: { projectId, active: false, filesPurgeAt: { lte: now } },
      data: { filesPurgeAt: null },
    });
  });
}

/** Every key a row or a manifest of the project names. */
async function namedKeys(projectId: number): Promise<ReadonlySet<string>> {
  const named = new Set<string>();
  const builds = await db.build.findMany({
    where: { projectId, OR: [{ manifestKey: { not: null } }, { logKey: { not: null } }] },
    select: { id: true, manifestKey: true, logKey: true, artifacts: { select: { blob: true } } },
  });
  for (const { manifestKey, logKey, artifacts } of builds) {
    if (logKey !== null) named.add(logKey);
    for (const { blob } of artifacts) named.add(blobKey(projectId, blob));
    if (manifestKey === null) continue;
    named.add(manifestKey);
    // One that cannot be read stops the collection of this project: what it names is not known.
    const manifest = parseManifest(await storage.get(manifestKey));
    for (const { hash } of manifest.values()) named.add(blobKey(projectId, hash));
  }
  return named;
}

const unnamedFile = z.record(z.string(), z.iso.datetime());

async function readUnnamed(projectId: number): Promise<Unnamed> {
  const stored = await storage.get(unnamedKey(projectId)).catch((error: unknown) => {
    if (isProblem(error)) return null;
    throw error;
  });
  return stored === null ? {} : unnamedFile.parse(JSON.parse(stored.toString()));
}
