import type { Granted } from "#lib/access/rules.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { getDefaultVersion } from "#lib/builds/queries.ts";
import { clock } from "#lib/platform/clock.ts";
import { db, type Tx } from "#lib/platform/db/client.ts";
import { env } from "#lib/platform/env.ts";
import { conflict } from "#lib/platform/errors.ts";
import type { Project } from "#lib/projects/queries.ts";

/** So many failures in a row, and nobody seems to be looking (spec/builds.md 11.4). */
const failuresInARow = 25;
const messageId = "project:builds:disabled-due-to-consecutive-failures";

type Failing = { readonly id: number; readonly slug: string; readonly defaultVersion: string };

/**
 * Call it after a build has failed. Switches a project's builds off when the last 25 finished ones of its default version all failed,
 * and tells its people; only in the community edition. Being switched on again starts a new count.
 */
export async function switchOffWhenFailing(buildId: number): Promise<void> {
  if (env.EDITION !== "community") return;
  const { project } = await db.build.findUniqueOrThrow({
    where: { id: buildId },
    select: { project: { select: { id: true, slug: true, defaultVersion: true, buildsOffAt: true } } },
  });
  if (project.buildsOffAt !== null || !(await isFailing(db, project))) return;
  await command({ kind: "system", job: "build.run" }, (c) => switchOff(c, project));
}

async function isFailing(tx: Tx, project: Failing): Promise<boolean> {
  const version = await getDefaultVersion(tx, project);
  const switchedOn = await tx.notice.aggregate({
    where: { projectId: project.id, messageId, state: "cancelled" },
    _max: { modified: true },
  });
  const finished = await tx.build.findMany({
    where: {
      versionId: version.id,
      state: "finished",
      created: { gt: switchedOn._max.modified ?? new Date(0) },
    },
    select: { success: true },
    orderBy: [{ created: "desc" }, { id: "desc" }],
    take: failuresInARow,
  });
  return finished.length === failuresInARow && finished.every(({ success }) => success === false);
}

async function switchOff(c: Command, project: Failing): Promise<void> {
  const { count } = await c.tx.project.updateMany({
    where: { id: project.id, buildsOffAt: null },
    data: {
      buildsOffAt: clock.now(),
      buildsOffReason: "failures",
      rowVersion: { increment: 1 },
      modified: clock.now(),
    },
  });
  if (count > 0)
    await c.tx.notice.create({
      data: { projectId: project.id, messageId, values: { count: failuresInARow } },
    });
  await recordSwitch(c, project, "project.builds_off");
}

/**
 * Switches builds on again that failures have switched off; does nothing when they are on. Throws 409 when it was the operator who
 * switched them off.
 */
export async function switchBuildsOn(project: Granted<"admin", Project>): Promise<void> {
  await command(project.actor, async (c) => {
    const { count } = await c.tx.project.updateMany({
      where: { id: project.id, buildsOffReason: "failures" },
      data: {
        buildsOffAt: null,
        buildsOffReason: null,
        rowVersion: { increment: 1 },
        modified: clock.now(),
      },
    });
    const left = await c.tx.project.count({ where: { id: project.id, buildsOffAt: { not: null } } });
    if (count === 0 && left > 0)
      throw conflict(
        "Whoever runs this server has switched the builds of this project off. Ask them to switch them on.",
      );
    await c.tx.notice.updateMany({
      where: { projectId: project.id, messageId, state: { in: ["unread", "read", "dismissed"] } },
      data: { state: "cancelled", modified: clock.now() },
    });
    await recordSwitch(c, project, "project.builds_on");
  });
}

const recordSwitch = (c: Command, project: { id: number; slug: string }, action: string): Promise<void> =>
  c.record({
    action,
    projectId: project.id,
    subjectKind: "project",
    subjectId: project.id,
    subjectLabel: project.slug,
  });
