import { randomUUID } from "node:crypto";
import { mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { noticeText } from "#lib/builds/notices/rules.ts";
import { env } from "#lib/platform/env.ts";
import { type GitContext, listRefs } from "#lib/platform/git/git.ts";
import { work } from "#lib/platform/jobs/queue.ts";
import { log } from "#lib/platform/log.ts";
import type { Limits } from "#lib/platform/sandbox/launch.ts";
import { claimSlotUser } from "#lib/platform/sandbox/slot-user.ts";
import { createWorkspace, removeWorkspace } from "#lib/platform/sandbox/workspace.ts";
import { findGitAccess } from "#lib/projects/git-access/queries.ts";
import { isDuplicatedNames, type ListedRefs, reportSync, syncRefs } from "#lib/versions/refs/commands.ts";
import { syncVersions } from "#lib/versions/refs/jobs.ts";
import { findSyncable, type Syncable } from "#lib/versions/refs/queries.ts";
import { syncSummary } from "#lib/versions/refs/rules.ts";
import { BuildFailure } from "#worker/build/failures.ts";
import { cloneFailure } from "#worker/build/git-failures.ts";
import { openProjectSource } from "#worker/build/repository.ts";
import { listedRefs } from "#worker/listed-refs.ts";

const folder = (): string => join(env.DATA_DIR, "work");
const prefix = "sync-";
/** Nothing lists for longer: what is older was left by a killed worker. */
const oldestMs = 3_600_000;

const limits = (): Limits => ({
  seconds: 120,
  memoryMb: Math.min(1_000, env.BUILD_MEMORY_MB),
  processes: 200,
  diskMb: 100,
  outputBytes: 64 * 1024 * 1024,
});

/** Takes part in looking at repositories for new and gone branches and tags. After `startQueue`. */
export async function takeSyncs(): Promise<void> {
  await work(syncVersions, { concurrency: 1 }, ({ projectId }, signal) => runSync(projectId, signal));
}

/**
 * Lists a project's branches and tags without fetching any, lets its versions follow, and tells its people how that ended. What they
 * can do nothing about is thrown as well, and so tried again.
 */
export async function runSync(projectId: number, signal: AbortSignal): Promise<void> {
  const project = await findSyncable(projectId);
  if (!project) return;
  try {
    const counts = await syncRefs(projectId, await listRemote(project, signal), {
      kind: "system",
      job: syncVersions.name,
    });
    log.info({ projectId, ...counts }, "versions synced");
    await reportSync(projectId, { id: "project:versions:synced", values: { summary: syncSummary(counts) } });
  } catch (error) {
    const failure = isDuplicatedNames(error)
      ? new BuildFailure("project:repository:duplicated-reserved-versions")
      : error;
    if (!(failure instanceof BuildFailure) || failure.ending.kind !== "failed") {
      await reportSync(projectId, ourFault).catch(() => undefined);
      throw error;
    }
    const { notice, values = {} } = failure.ending;
    log.info({ projectId, reason: noticeText(notice, values).body }, "versions not synced");
    await reportSync(projectId, { id: notice, values });
  }
}

const ourFault = {
  id: "project:repository:generic-error",
  values: {
    message: "The branches and tags could not be listed because of a problem on our side. It is tried again.",
  },
} as const;

async function listRemote(project: Syncable, signal: AbortSignal): Promise<ListedRefs> {
  await mkdir(folder(), { recursive: true });
  await sweep();
  const root = join(folder(), `${prefix}${randomUUID()}`);
  const user = await claimSlotUser();
  try {
    const workspace = await createWorkspace(root, { isolation: env.BUILD_ISOLATION, user });
    const git: GitContext = { workspace, limits: limits(), signal };
    const access = await findGitAccess(project.id);
    const source = await openProjectSource(git, project, project.repositoryUrl, access);
    return listedRefs(await listRefs(git, source));
  } catch (error) {
    throw cloneFailure({ signal, order: { project } }, project.repositoryUrl, error).failure;
  } finally {
    await removeWorkspace(root);
    await user?.release();
  }
}

async function sweep(): Promise<void> {
  for (const name of await readdir(folder())) {
    const path = join(folder(), name);
    if (!name.startsWith(prefix)) continue;
    const made = await stat(path).catch(() => null);
    if (made && Date.now() - made.mtimeMs > oldestMs) await removeWorkspace(path);
  }
}
