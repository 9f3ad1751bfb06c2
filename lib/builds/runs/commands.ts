import { createHash } from "node:crypto";
import { type Command, command } from "#lib/audit/commands.ts";
import type { BuildConfig } from "#lib/builds/config/schema.ts";
import { switchOffWhenFailing } from "#lib/builds/failures/commands.ts";
import { appendEvents, type Lease, LeaseLost } from "#lib/builds/log/commands.ts";
import { type NoticeId, noticeEventOf } from "#lib/builds/notices/rules.ts";
import { noteLimitReached, takeNextBuild } from "#lib/builds/queue/commands.ts";
import { runningStates, statesBefore } from "#lib/builds/rules.ts";
import { findCancelledValues } from "#lib/builds/runs/queries.ts";
import type { BuildState, NoticeValues } from "#lib/builds/runs/schema.ts";
import { clock } from "#lib/platform/clock.ts";
import { db, type Tx, transaction } from "#lib/platform/db/client.ts";
import { storableStrings } from "#lib/platform/db/storable.ts";
import { Prisma } from "#prisma/client/client.ts";

/** How long a worker may be silent before its build is given to another one. */
export const leaseSeconds = 10;
/** A build is tried again once when its worker is lost. */
const attempts = 2;

const running = Prisma.join(runningStates.map((state) => Prisma.sql`${state}::build_state`));
const lease = Prisma.sql`clock_timestamp() + make_interval(secs => ${leaseSeconds})`;

const worker = { kind: "system", job: "build.run" } as const;

/** A build that this worker now holds. */
export type ClaimedBuild = Lease & { readonly attempt: number };

/**
 * Takes the next waiting build that may start, or null. Two workers never get the same one nor exceed a limit together, and a
 * version is never built twice at once.
 */
export async function claimBuild(workerId: number): Promise<ClaimedBuild | null> {
  return transaction(async (tx) => {
    const next = await takeNextBuild(tx);
    if (!next) return null;
    // By the clock and not by the start of this transaction, which may have waited for the build before it to end.
    const [build] = await tx.$queryRaw<{ token: string; attempt: number }[]>`
      update builds set state = 'cloning', attempt = attempt + 1, worker_id = ${workerId}::int, started_at = clock_timestamp(),
        lease_token = gen_random_uuid(), lease_until = ${lease}, wait_reason = null
      where id = ${next.id}::int
      returning lease_token::text as token, attempt`;
    if (!build) return null;
    const claimed = { buildId: next.id, ...build };
    await appendEvents(tx, claimed, [stateEventOf("cloning", build.attempt)]);
    await noteLimitReached(tx, next.projectId);
    return claimed;
  });
}

/** Renews the hold. Says whether somebody has asked to cancel. Throws LeaseLost. */
export async function heartbeat(held: Lease): Promise<{ cancelled: boolean }> {
  const [row] = await db.$queryRaw<{ cancelled: boolean }[]>`
    update builds set lease_until = ${lease}
    where id = ${held.buildId}::int and lease_token = ${held.token}::uuid
    returning exists (select from cancellations where build_id = builds.id) as cancelled`;
  if (!row) throw new LeaseLost();
  return row;
}

/** Somebody has cancelled the build. Recognise it with `isBuildCancelled`. */
export class BuildCancelled extends Error {
  readonly code = "build_cancelled";
}

export const isBuildCancelled = (error: unknown): error is BuildCancelled =>
  error instanceof Error && (error as { code?: unknown }).code === "build_cancelled";

/** What a running build learns about itself on the way. */
export type BuildFacts = Prisma.BuildUncheckedUpdateInput &
  Partial<Record<"state" | "success" | "leaseToken" | "leaseUntil" | "finishedAt", never>>;

/** Goes into the next state of a run. Throws LeaseLost when the worker no longer holds the build or the state table forbids it. */
export async function enterState(
  held: ClaimedBuild,
  state: "installing" | "building" | "uploading",
): Promise<void> {
  await transaction(async (tx) => {
    // Waits for whoever is writing a cancellation just now.
    await tx.$queryRaw`select id from builds where id = ${held.buildId}::int for update`;
    await appendEvents(tx, held, [stateEventOf(state, held.attempt)]);
    await change(tx, held, state, {});
    // From here on nobody can cancel; whoever did before was promised that nothing is published.
    if (state === "uploading" && (await tx.cancellation.count({ where: { buildId: held.buildId } })) > 0)
      throw new BuildCancelled();
  });
}

/** Writes down what a run has found out: commit, configuration, limits used. */
export async function updateRun(held: Lease, facts: BuildFacts): Promise<void> {
  const { count } = await db.build.updateMany({
    where: { id: held.buildId, leaseToken: held.token },
    data: facts,
  });
  if (count === 0) throw new LeaseLost();
}

/** Keeps what was checked out; `latest` also learns which branch it stands for. */
export async function rememberCheckout(
  held: Lease,
  found: {
    commit: string;
    author: string;
    message: string;
    latest: { versionId: number; identifier: string } | null;
  },
): Promise<void> {
  await updateRun(held, {
    commit: found.commit,
    commitAuthor: found.author.slice(0, 255),
    commitMessage: found.message.slice(0, 2_000),
  });
  if (!found.latest) return;
  const { versionId, identifier } = found.latest;
  await db.version.updateMany({
    where: { id: versionId, machine: true, OR: [{ identifier: null }, { identifier: { not: identifier } }] },
    data: { identifier, type: "branch", rowVersion: { increment: 1 }, modified: clock.now() },
  });
}

/** Keeps the parsed configuration, once per distinct content. */
export async function rememberConfig(
  held: Lease,
  found: { config: BuildConfig; path: string | null; isolation: "bubblewrap" | "none" },
): Promise<void> {
  const text = JSON.stringify(found.config);
  const sha256 = createHash("sha256").update(text).digest();
  await transaction(async (tx) => {
    // One that is there already is held, so that it is not deleted as unused just now.
    const [row] = await tx.$queryRaw<{ id: number }[]>`
      insert into build_configs (sha256, body) values (${sha256}, ${text}::json)
      on conflict (sha256) do update set sha256 = excluded.sha256 returning id`;
    const { count } = await tx.build.updateMany({
      where: { id: held.buildId, leaseToken: held.token },
      data: { configId: row?.id ?? null, configPath: found.path, isolation: found.isolation },
    });
    if (count === 0) throw new LeaseLost();
  });
}

/** Attaches a notice to the build and shows it to its readers; the same notice again is shown as new. */
export async function addNotice(tx: Tx, held: Lease, id: NoticeId, values: NoticeValues = {}): Promise<void> {
  await appendEvents(tx, held, [noticeEventOf(id, values)]);
  await writeNotice(tx, held.buildId, id, values);
}

/** Attaches a notice to a build that goes on. */
export async function attachNotice(held: Lease, id: NoticeId, values: NoticeValues): Promise<void> {
  await transaction((tx) => addNotice(tx, held, id, values));
}

/** How a build ends, besides by success. */
export type Ending =
  | { readonly kind: "failed"; readonly notice: NoticeId; readonly values?: NoticeValues }
  | { readonly kind: "cancelled"; readonly notice: "build:user:cancelled" | "build:user:exit-code-183" };

/** Ends a build that has published: call it in the transaction that publishes. */
export async function finishBuild(tx: Tx, held: ClaimedBuild, facts: BuildFacts): Promise<void> {
  await end(tx, held, "finished", true, facts);
}

/** Ends a build without publishing, with the reason its people read. */
export async function endBuild(held: ClaimedBuild, ending: Ending, facts: BuildFacts = {}): Promise<void> {
  await command(worker, async (c) => {
    const values =
      ending.kind === "failed" ? (ending.values ?? {}) : await findCancelledValues(c.tx, held.buildId);
    await addNotice(c.tx, held, ending.notice, values);
    if (ending.notice === "build:user:exit-code-183")
      await c.tx.cancellation.createMany({
        data: { buildId: held.buildId, reason: "skipped" },
        skipDuplicates: true,
      });
    await end(c.tx, held, ending.kind === "failed" ? "finished" : "cancelled", false, facts);
    await recordEnd(c, held, ending.notice);
  });
  if (ending.kind === "failed") await switchOffWhenFailing(held.buildId);
}

async function recordEnd(c: Command, held: Lease, notice: NoticeId): Promise<void> {
  const { projectId, versionSlug } = await c.tx.build.findUniqueOrThrow({
    where: { id: held.buildId },
    select: { projectId: true, versionSlug: true },
  });
  await c.record({
    action: "build.end",
    projectId,
    subjectKind: "build",
    subjectId: held.buildId,
    subjectLabel: `${versionSlug} #${held.buildId}`,
    changes: { reason: notice },
  });
}

/**
 * Gives builds whose worker has fallen silent back to the queue, without the lost attempt's log, or ends them when they were
 * lost twice or cancelled meanwhile. Returns the builds touched.
 */
export async function sweepLostBuilds(): Promise<number[]> {
  const failed: number[] = [];
  const touched = await transaction(async (tx) => {
    const lost = await tx.$queryRaw<{ id: number; token: string; attempt: number; cancelled: boolean }[]>`
      select id, lease_token::text as token, attempt,
        exists (select from cancellations where build_id = builds.id) as cancelled
      from builds where state in (${running}) and lease_until < now()
      for update skip locked`;
    for (const { id, token, attempt, cancelled } of lost) {
      const held = { buildId: id, token, attempt };
      if (cancelled) {
        await addNotice(tx, held, "build:user:cancelled", await findCancelledValues(tx, id));
        await end(tx, held, "cancelled", false, {}, ["uploading"]);
      } else if (attempt < attempts) await requeue(tx, held, { attempt, waitReason: "worker_lost" });
      else {
        await addNotice(tx, held, "build:app:terminated-due-inactivity");
        await end(tx, held, "finished", false, {});
        failed.push(id);
      }
    }
    return lost.map(({ id }) => id);
  });
  for (const id of failed) await switchOffWhenFailing(id);
  return touched;
}

/** Gives a build back to the queue: this worker is stopping. It does not count as a lost attempt. */
export async function handBack(held: ClaimedBuild): Promise<void> {
  await transaction((tx) => requeue(tx, held, { attempt: held.attempt - 1, waitReason: null }));
}

async function requeue(
  tx: Tx,
  held: ClaimedBuild,
  more: { attempt: number; waitReason: string | null },
): Promise<void> {
  const buildId = held.buildId;
  await tx.buildEvent.deleteMany({ where: { buildId } });
  await tx.buildCommand.deleteMany({ where: { buildId } });
  await tx.notice.deleteMany({ where: { buildId } });
  await appendEvents(tx, held, [stateEventOf("triggered", held.attempt)]);
  await change(tx, held, "triggered", {
    leaseToken: null,
    leaseUntil: null,
    workerId: null,
    startedAt: null,
    ...more,
  });
  await tx.$executeRaw`select pg_notify('build_queued', ${String(buildId)})`;
}

async function end(
  tx: Tx,
  held: ClaimedBuild,
  state: "finished" | "cancelled",
  success: boolean,
  facts: BuildFacts,
  alsoFrom: readonly BuildState[] = [],
): Promise<void> {
  const finishedAt = clock.now();
  const { startedAt } = await tx.build.findUniqueOrThrow({
    where: { id: held.buildId },
    select: { startedAt: true },
  });
  const seconds = startedAt && Math.max(0, Math.round((finishedAt.getTime() - startedAt.getTime()) / 1_000));
  const at = finishedAt.toISOString();
  await appendEvents(tx, held, [
    { kind: "state", state, at, attempt: held.attempt },
    { kind: "end", state, success, seconds, at },
  ]);
  const last = { ...facts, success, finishedAt, seconds, leaseToken: null, leaseUntil: null };
  await change(tx, held, state, last, alsoFrom);
  // Another build of this version may have waited for this one to end.
  await tx.$executeRaw`select pg_notify('build_queued', '')`;
}

async function change(
  tx: Tx,
  held: Lease,
  state: BuildState,
  data: Prisma.BuildUncheckedUpdateManyInput,
  alsoFrom: readonly BuildState[] = [],
): Promise<void> {
  const { count } = await tx.build.updateMany({
    where: { id: held.buildId, leaseToken: held.token, state: { in: [...statesBefore(state), ...alsoFrom] } },
    data: { ...data, state },
  });
  if (count === 0) throw new LeaseLost();
}

async function writeNotice(tx: Tx, buildId: number, messageId: string, given: NoticeValues): Promise<void> {
  const values: NoticeValues = JSON.parse(JSON.stringify(given, storableStrings));
  const again = await tx.notice.updateMany({
    where: { buildId, messageId, state: { in: ["unread", "read"] } },
    data: { values, state: "unread", modified: clock.now() },
  });
  if (again.count === 0) await tx.notice.create({ data: { buildId, messageId, values } });
}

const stateEventOf = (state: BuildState, attempt: number) =>
  ({ kind: "state", state, at: clock.now().toISOString(), attempt }) as const;
