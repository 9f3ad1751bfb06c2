import { clock } from "#lib/platform/clock.ts";
import { db, type Tx, transaction } from "#lib/platform/db/client.ts";
import { env } from "#lib/platform/env.ts";
import { enqueue } from "#lib/platform/jobs/queue.ts";
import { log } from "#lib/platform/log.ts";
import { purgeCloudflare } from "#lib/publishing/purges/adapters/cloudflare.ts";
import { purgeByHttp } from "#lib/publishing/purges/adapters/http.ts";
import { isPurgeFailed, type Purge } from "#lib/publishing/purges/adapters/network.ts";
import { sendPurgeRequests } from "#lib/publishing/purges/jobs.ts";
import {
  groupRequests,
  pauseAfter,
  type SiteChange,
  settleMs,
  staleTags,
} from "#lib/publishing/purges/rules.ts";

const drivers: Readonly<Record<typeof env.CDN_DRIVER, Purge | null>> = {
  none: null,
  http: purgeByHttp,
  cloudflare: purgeCloudflare,
};

const batch = 200;
/** Whoever takes a request has this long before another worker takes it too, which does no harm. */
const takenMs = 120_000;
const keptMs = 30 * 86_400_000;

/**
 * Has shared caches forget what changes of sites have made wrong, once the caller's transaction commits. `reason` is the action that
 * was recorded. Does nothing without a content delivery network.
 */
export async function requestPurges(
  tx: Tx,
  changes: ReadonlyMap<number, readonly SiteChange[]>,
  reason: string,
): Promise<void> {
  if (env.CDN_DRIVER === "none") return;
  const ids = [...changes.keys()];
  const relatives = await findRelatives(
    tx,
    ids.filter((id) => changes.get(id)?.includes("all")),
  );
  const projects = await tx.project.findMany({
    where: { id: { in: [...ids, ...relatives] } },
    select: { id: true, slug: true },
    orderBy: { id: "asc" },
  });
  // Not when the transaction began: it may have taken longer than the pause that is counted from here.
  const created = clock.now();
  const requests = projects.flatMap(({ id, slug }) => {
    const own = changes.get(id) ?? [];
    const tags = staleTags(slug, relatives.has(id) ? [...own, "project"] : own);
    return tags.length === 0 ? [] : [{ projectId: id, tags, reason, created }];
  });
  if (requests.length === 0) return;
  await tx.purgeRequest.createMany({ data: requests });
  await enqueue(tx, sendPurgeRequests, {});
}

/** Main languages, translations, parents and everything below: their addresses go through these projects, or lead to them. */
async function findRelatives(tx: Tx, projectIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (projectIds.length === 0) return new Set();
  const id = { in: [...projectIds] };
  const rows = await tx.project.findMany({
    where: {
      OR: [
        { translationOfId: id },
        { superproject: { parentId: id } },
        { translationOf: { superproject: { parentId: id } } },
        { translations: { some: { id } } },
        { subprojects: { some: { childId: id } } },
        { subprojects: { some: { child: { translations: { some: { id } } } } } },
      ],
    },
    select: { id: true },
  });
  return new Set(rows.map((row) => row.id));
}

type Taken = {
  readonly id: number;
  readonly tags: string[];
  readonly attempts: number;
  readonly created: Date;
};

/** Sends the requests that are due. Safe to repeat, to run twice at once and to be killed. Returns how many were sent. */
export async function sendDueRequests(signal: AbortSignal): Promise<number> {
  const purge = drivers[env.CDN_DRIVER];
  if (purge === null) return 0;
  for (let sent = 0; ; ) {
    const due = await takeDue();
    if (due.length === 0) return sent;
    for (const group of groupRequests(due)) {
      signal.throwIfAborted();
      await send(purge, group);
      sent += group.length;
    }
  }
}

/** Takes requests by moving their next try away: after a crash they are due again by themselves. */
async function takeDue(): Promise<Taken[]> {
  const now = clock.now();
  const taken = await db.$queryRaw<Taken[]>`
    update purge_requests set attempts = attempts + 1, next_try_at = ${new Date(now.getTime() + takenMs)}
    where id in (
      select id from purge_requests where state = 'waiting' and (next_try_at is null or next_try_at <= ${now})
      order by next_try_at nulls first, id limit ${batch} for update skip locked
    )
    returning id, tags, attempts, created`;
  return taken.sort((a, b) => a.id - b.id);
}

async function send(purge: Purge, group: readonly Taken[]): Promise<void> {
  const began = clock.now();
  try {
    await purge([...new Set(group.flatMap(({ tags }) => tags))]);
  } catch (error) {
    if (!isPurgeFailed(error)) throw error;
    await tryLater(group, error.message);
    return;
  }
  const settled = group.filter(({ created }) => began.getTime() - created.getTime() >= settleMs);
  await db.purgeRequest.updateMany({
    where: { id: { in: settled.map(({ id }) => id) } },
    data: { state: "done", nextTryAt: null, doneAt: clock.now(), lastError: null },
  });
  await sendAgain(
    group.filter((request) => !settled.includes(request)),
    settleMs,
    null,
  );
}

/** After a failure each request waits by its own attempts, and is given up after the last one. */
async function tryLater(group: readonly Taken[], lastError: string): Promise<void> {
  log.warn({ requests: group.length, lastError }, "could not purge a content delivery network");
  for (const [pause, requests] of Map.groupBy(group, ({ attempts }) => pauseAfter(attempts))) {
    if (pause !== null) {
      await sendAgain(requests, pause, lastError);
      continue;
    }
    const ids = requests.map(({ id }) => id);
    await db.purgeRequest.updateMany({
      where: { id: { in: ids } },
      data: { state: "failed", nextTryAt: null, lastError },
    });
    log.error({ purgeRequests: ids, lastError }, "gave up purge requests");
  }
}

async function sendAgain(
  requests: readonly Taken[],
  pauseMs: number,
  lastError: string | null,
): Promise<void> {
  if (requests.length === 0) return;
  const nextTryAt = new Date(clock.now().getTime() + pauseMs);
  await transaction(async (tx) => {
    await tx.purgeRequest.updateMany({
      where: { id: { in: requests.map(({ id }) => id) } },
      data: { nextTryAt, lastError },
    });
    await enqueue(tx, sendPurgeRequests, {}, { delaySeconds: Math.ceil(pauseMs / 1_000) });
  });
}

/** Deletes requests that ended long ago. Returns how many. */
export async function removeOldRequests(): Promise<number> {
  const { count } = await db.purgeRequest.deleteMany({
    where: { state: { not: "waiting" }, created: { lt: new Date(clock.now().getTime() - keptMs) } },
  });
  return count;
}
