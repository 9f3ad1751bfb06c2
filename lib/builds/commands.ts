import type { Granted } from "#lib/access/rules.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { runBuild } from "#lib/builds/jobs.ts";
import { noticeEventOf } from "#lib/builds/notices/rules.ts";
import { type Build, type BuildableVersion, findLastBuilds, getBuild } from "#lib/builds/queries.ts";
import { forgetWait, noteLimitReached } from "#lib/builds/queue/commands.ts";
import { buildCan, mayBuild } from "#lib/builds/rules.ts";
import { findCancelledValues } from "#lib/builds/runs/queries.ts";
import type { BuildEvent } from "#lib/builds/runs/schema.ts";
import { clock } from "#lib/platform/clock.ts";
import { conflict, notFound } from "#lib/platform/errors.ts";
import type { Project } from "#lib/projects/queries.ts";
import { openVersion, type Version } from "#lib/versions/queries.ts";
import type { Prisma } from "#prisma/client/client.ts";

type BuildTrigger = Prisma.BuildUncheckedCreateInput["trigger"];
type CancellationReason = Prisma.CancellationUncheckedCreateInput["reason"];

/** What a build is made from: a version, by its own columns, and where the wish came from. */
export type NewBuild = {
  readonly project: { readonly id: number };
  readonly version: BuildableVersion;
  readonly trigger: BuildTrigger;
  readonly commit?: string | null;
  readonly rebuildOfId?: number;
};

/**
 * Makes a build in the caller's transaction: row, first event, job. Every other build of the version that has not ended is
 * cancelled (spec/builds.md 2.3). Whether the project may build is the caller's question. Returns the new build's id.
 */
export async function createBuild(c: Command, build: NewBuild): Promise<number> {
  const { project, version, trigger } = build;
  // Taken in the order publishing takes them too: version, then project.
  const there = await c.tx.$queryRaw<unknown[]>`
    select id from versions where id = ${version.id} for no key update`;
  // A sync may just have removed it.
  if (there.length === 0) throw notFound("Version");
  const live = await c.tx.$queryRaw<unknown[]>`
    select id from projects where id = ${project.id} and deleted_at is null for key share`;
  if (live.length === 0) throw notFound("Project");
  const { actor } = c;
  const person = actor.kind === "user" || actor.kind === "token" ? actor : null;
  const { id } = await c.tx.build.create({
    data: {
      projectId: project.id,
      versionId: version.id,
      versionSlug: version.slug,
      versionName: version.verboseName,
      versionType: version.type,
      trigger,
      triggeredById: person?.userId ?? null,
      tokenId: person?.kind === "token" ? person.tokenId : null,
      rebuildOfId: build.rebuildOfId ?? null,
      commit: build.commit ?? null,
    },
    select: { id: true },
  });
  await addEvents(c, id, [{ kind: "state", state: "triggered", at: clock.now().toISOString(), attempt: 0 }]);
  await cancelOpenBuilds(
    c,
    { versionId: version.id, id: { not: id } },
    { reason: "newer_build", newerBuildId: id },
  );
  await noteLimitReached(c.tx, project.id);
  await c.record({
    action: "build.create",
    projectId: project.id,
    subjectKind: "build",
    subjectId: id,
    subjectLabel: `${version.slug} #${id}`,
    changes: { trigger: { from: null, to: trigger } },
  });
  await c.enqueue(runBuild, { buildId: id });
  await c.notify("build_queued", String(id));
  return id;
}

/** Tells a build's readers something, from outside a run: a waiting build has no worker that could. */
async function addEvents(c: Command, buildId: number, events: readonly BuildEvent[]): Promise<void> {
  const { nextSequence } = await c.tx.build.update({
    where: { id: buildId },
    data: { nextSequence: { increment: events.length } },
    select: { nextSequence: true },
  });
  const first = nextSequence - events.length;
  await c.tx.buildEvent.createMany({
    data: events.map((body, index) => ({ buildId, sequence: first + index, kind: body.kind, body })),
  });
  await c.notify("build_events", String(buildId));
}

type Ending = { reason: CancellationReason; newerBuildId?: number };
const stillOpen: Prisma.BuildWhereInput = { state: { in: [...buildCan.cancel.states] } };

/**
 * Cancels builds that have not ended. Those that wait end here; those a worker holds are told to it, and it ends them. One that is
 * being published is left to finish. Returns how many were cancelled or told.
 */
export async function cancelOpenBuilds(
  c: Command,
  where: Prisma.BuildWhereInput,
  { reason, newerBuildId }: Ending,
): Promise<number> {
  const open = await c.tx.build.findMany({ where: { AND: [where, stillOpen] }, select: { id: true } });
  if (open.length === 0) return 0;
  const ids = open.map(({ id }) => id);
  // Locked and asked again: a worker that goes on to publish meanwhile either sees the cancellation or is not cancelled.
  await c.tx.$queryRaw`select id from builds where id = any(${ids}::int[]) order by id for update`;
  const builds = await c.tx.build.findMany({
    where: { id: { in: ids }, ...stillOpen },
    select: { id: true, attempt: true },
    orderBy: { id: "asc" },
  });
  if (builds.length === 0) return 0;
  await c.tx.cancellation.createMany({
    data: builds.map(({ id }) => ({
      buildId: id,
      reason,
      byUserId: reason === "person" && "userId" in c.actor ? c.actor.userId : null,
      newerBuildId: newerBuildId ?? null,
    })),
    skipDuplicates: true,
  });
  for (const build of builds) {
    if (!(await endWaiting(c, build))) await c.notify("build_cancelled", String(build.id));
  }
  return builds.length;
}

/** Ends a build that still waits; says whether it did. */
async function endWaiting(c: Command, build: { id: number; attempt: number }): Promise<boolean> {
  const now = clock.now();
  const at = now.toISOString();
  const { count } = await c.tx.build.updateMany({
    where: { id: build.id, state: "triggered" },
    data: { state: "cancelled", success: false, seconds: 0, finishedAt: now, waitReason: null },
  });
  if (count === 0) return false;
  await forgetWait(c.tx, build.id);
  const values = await findCancelledValues(c.tx, build.id);
  await c.tx.notice.create({ data: { buildId: build.id, messageId: "build:user:cancelled", values } });
  await addEvents(c, build.id, [
    noticeEventOf("build:user:cancelled", values),
    { kind: "state", state: "cancelled", at, attempt: build.attempt },
    { kind: "end", state: "cancelled", success: false, seconds: 0, at },
  ]);
  return true;
}

/** Builds a version because somebody asked. Null when the project may not build at the moment (spec/builds.md 2.2). */
export async function triggerBuild(
  version: Granted<"admin", Version>,
  wish: { rebuildOf?: Build } = {},
): Promise<Build | null> {
  const { actor, project } = version;
  if (!mayBuild(project)) return null;
  const id = await command(actor, async (c) =>
    createBuild(c, {
      project,
      version,
      trigger: wish.rebuildOf ? "retry" : wishTrigger(c),
      // A branch or tag is built as it is now; a pull request at the commit that was built before.
      commit: version.type === "external" ? await lastCommit(c, version.id) : null,
      ...(wish.rebuildOf && { rebuildOfId: wish.rebuildOf.id }),
    }),
  );
  return getBuild(project, id);
}

/** How somebody who asks for a build does it: with a program, or by hand. */
export const wishTrigger = ({ actor }: Command) => (actor.kind === "token" ? "api" : "manual");

async function lastCommit(c: Command, versionId: number): Promise<string | null> {
  const last = await c.tx.build.findFirst({
    where: { versionId, commit: { not: null } },
    orderBy: [{ created: "desc" }, { id: "desc" }],
    select: { commit: true },
  });
  return last?.commit ?? null;
}

/**
 * Builds the version of an ended build again. Of a pull request only the newest build, and only while it is open
 * (spec/builds.md 1.3). Throws 409 otherwise. `made` is null when the project may not build at the moment.
 */
export async function retryBuild(
  project: Granted<"admin", Project>,
  build: Granted<"admin", Build>,
): Promise<{ version: Granted<"admin", Version>; made: Build | null }> {
  if (!buildCan.retry(build)) throw conflict("The build has not ended yet.");
  if (!build.version) throw conflict("The version of this build is gone.");
  const version = await openVersion(project, build.version.slug, "admin", { external: true });
  if (version.type === "external") {
    const newest = (await findLastBuilds([version])).get(version.id);
    if (!version.active || newest?.id !== build.id)
      throw conflict("Only the newest build of an open pull request can be built again.");
  }
  return { version, made: await triggerBuild(version, { rebuildOf: build }) };
}

/** Cancels a build. One that runs ends a moment later, when its worker has stopped. Throws 409 when it is too late. */
export async function cancelBuild(build: Granted<"admin", Build>): Promise<Build> {
  await command(build.actor, async (c) => {
    if ((await cancelOpenBuilds(c, { id: build.id }, { reason: "person" })) === 0) {
      throw conflict(
        build.state === "uploading"
          ? "The build is being published and can no longer be cancelled."
          : "The build has already ended.",
      );
    }
    await c.record({
      action: "build.cancel",
      projectId: build.projectId,
      subjectKind: "build",
      subjectId: build.id,
      subjectLabel: `${build.version?.slug ?? "deleted version"} #${build.id}`,
    });
  });
  return getBuild(build.project, build.id);
}
