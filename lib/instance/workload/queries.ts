import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";

/** A worker signs in at each start; those that died without a word are shown for a day. */
const SHOWN_MS = 24 * 3_600_000;

const workerFields = {
  id: true,
  host: true,
  slots: true,
  startedAt: true,
  lastSeenAt: true,
  features: true,
} as const;

export type Workload = Awaited<ReturnType<typeof getWorkload>>;

/** Builds and jobs that wait, run and failed, the workers, and the size of the database. Not for lists: it counts. */
export async function getWorkload() {
  const [builds, jobs, workers, held, size] = await Promise.all([
    db.$queryRaw<{ waiting: number; running: number; oldestWaiting: Date | null }[]>`
      select count(*) filter (where state = 'triggered')::int as waiting,
        count(*) filter (where state <> 'triggered')::int as running,
        min(created) filter (where state = 'triggered') as "oldestWaiting"
      from builds where state in ('triggered', 'cloning', 'installing', 'building', 'uploading')`,
    db.$queryRaw<{ name: string; waiting: number; running: number; failed: number }[]>`
      select name, count(*) filter (where state in ('created', 'retry'))::int as waiting,
        count(*) filter (where state = 'active')::int as running,
        count(*) filter (where state = 'failed')::int as failed
      from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by name order by name`,
    db.worker.findMany({
      where: { stoppedAt: null, lastSeenAt: { gt: new Date(clock.now().getTime() - SHOWN_MS) } },
      select: workerFields,
      orderBy: { id: "asc" },
      take: 200,
    }),
    db.$queryRaw<{ workerId: number; running: number }[]>`
      select worker_id as "workerId", count(*)::int as running from builds
      where state in ('cloning', 'installing', 'building', 'uploading') and worker_id is not null group by 1`,
    db.$queryRaw<{ bytes: bigint }[]>`select pg_database_size(current_database()) as bytes`,
  ]);
  const running = new Map(held.map((one) => [one.workerId, one.running]));
  return {
    builds: builds[0] ?? { waiting: 0, running: 0, oldestWaiting: null },
    jobs,
    workers: workers.map((worker) => ({ ...worker, running: running.get(worker.id) ?? 0 })),
    databaseBytes: Number(size[0]?.bytes ?? 0),
  };
}
