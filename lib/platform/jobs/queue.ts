import { fromPrisma, PgBoss } from "pg-boss";
import type { z } from "zod";
import type { Tx } from "#lib/platform/db/client.ts";
import { databaseUrl } from "#lib/platform/db/url.ts";
import { QUEUE_SCHEMA } from "#lib/platform/jobs/install.ts";
import { log } from "#lib/platform/log.ts";
import { perProcess } from "#lib/platform/per-process.ts";

/** A kind of work and the shape of what it needs to know. */
export type JobDefinition<P extends object> = {
  readonly name: string;
  readonly payload: z.ZodType<P>;
  /** How often a failed or lost run is repeated, with growing pauses; 3 unless told. */
  readonly retries: number;
  /** With `singletonKey`: one waiting job per key (`waiting`), or one waiting or running (`pending`). */
  readonly unique?: "waiting" | "pending";
};

export type EnqueueOptions = {
  delaySeconds?: number;
  singletonKey?: string;
  /** Higher goes first; 0 unless told. */
  priority?: number;
};

/** The least pg-boss allows; a killed worker's job is taken up again after about this long. */
const HEARTBEAT_SECONDS = 10;
/** pg-boss gives up by a timer after at most 24 h; heartbeats are what ends a dead job, so stay near that. */
const EXPIRE_SECONDS = 86_000;
/** A retry wakes nobody: it is found by polling. */
const POLL_SECONDS = 1;
const DRAIN_MS = 25_000;

const state = perProcess("queue", () => ({
  /** The full queue of a worker, or the send-only one of every other process. */
  boss: null as Promise<PgBoss> | null,
  running: false,
  queues: new Map<string, Promise<void>>(),
}));

export function defineJob<P extends object>(job: {
  name: string;
  payload: z.ZodType<P>;
  retries?: number;
  unique?: "waiting" | "pending";
}): JobDefinition<P> {
  return { retries: 3, ...job };
}

/** Puts a job into the queue when the transaction commits; a rollback leaves none. */
export async function enqueue<P extends object>(
  tx: Tx,
  job: JobDefinition<P>,
  payload: P,
  options: EnqueueOptions = {},
): Promise<void> {
  const boss = await openQueue();
  await prepared(boss, job);
  await boss.send(job.name, job.payload.parse(payload), {
    db: fromPrisma(tx),
    ...(options.delaySeconds === undefined ? {} : { startAfter: options.delaySeconds }),
    ...(options.singletonKey === undefined ? {} : { singletonKey: options.singletonKey }),
    ...(options.priority === undefined ? {} : { priority: options.priority }),
  });
}

/** Has a job that was given up tried once more when the transaction commits; false when it is not given up any more. */
export async function retryFailed(tx: Tx, job: { name: string; id: string }): Promise<boolean> {
  const retried = await tx.$executeRaw`
    update pgboss.job set state = 'retry', retry_limit = retry_limit + 1, completed_on = null
    where name = ${job.name} and id = ${job.id}::uuid and state = 'failed'`;
  return retried > 0;
}

/** Starts taking part in the queue's upkeep and schedules: worker processes only, before `work`. */
export async function startQueue(): Promise<void> {
  if (state.running) return;
  await closeBoss(false);
  state.running = true;
  await openQueue();
}

/**
 * Runs `run` for each job of that kind, `concurrency` at once in this process. A thrown error repeats the job as its
 * definition says. `signal` aborts when the claim is lost (another process may have taken the job up) or the queue stops.
 */
export async function work<P extends object>(
  job: JobDefinition<P>,
  options: { concurrency: number },
  run: (payload: P, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  if (!state.running) throw new Error("startQueue comes before work.");
  const boss = await openQueue();
  await prepared(boss, job);
  await boss.work<unknown>(
    job.name,
    {
      batchSize: 1,
      localConcurrency: options.concurrency,
      pollingIntervalSeconds: POLL_SECONDS,
      notifyPollingIntervalSeconds: POLL_SECONDS,
    },
    async (jobs) => {
      for (const { id, data, signal } of jobs) {
        try {
          await run(job.payload.parse(data), signal);
        } catch (error) {
          log.error({ job: job.name, jobId: id, err: error }, "job failed");
          throw error;
        }
      }
    },
  );
}

/** Enqueues the job, with an empty payload, whenever the cron expression (UTC) says so; once over all processes. */
export async function schedule<P extends object>(job: JobDefinition<P>, cron: string): Promise<void> {
  const boss = await openQueue();
  await prepared(boss, job);
  await boss.schedule(job.name, cron, {}, { tz: "UTC" });
}

/** Takes no more jobs, waits up to 25 s for the running ones, and closes the connections. Also ends a send-only queue. */
export async function stopQueue(): Promise<void> {
  await closeBoss(state.running);
  state.running = false;
}

function openQueue(): Promise<PgBoss> {
  state.boss ??= start(state.running).catch((error: unknown) => {
    state.boss = null;
    throw error;
  });
  return state.boss;
}

async function start(running: boolean): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: databaseUrl(),
    application_name: "lectern queue",
    schema: QUEUE_SCHEMA,
    max: running ? 6 : 2,
    // lib/platform/db/migrate.ts installs and upgrades the tables, under its lock.
    migrate: false,
    createSchema: false,
    supervise: running,
    schedule: running,
    useListenNotify: running,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
  });
  boss.on("error", (error) => log.warn({ err: error }, "queue"));
  boss.on("warning", (warning) => log.warn({ warning: warning.message }, "queue"));
  return boss.start();
}

async function closeBoss(graceful: boolean): Promise<void> {
  const boss = await state.boss?.catch(() => null);
  state.boss = null;
  state.queues.clear();
  await boss?.stop({ graceful, timeout: DRAIN_MS });
}

/** The queue of a kind of job exists, with the settings of its definition. Outside the caller's transaction. */
function prepared(boss: PgBoss, job: JobDefinition<object>): Promise<void> {
  const known = state.queues.get(job.name);
  if (known) return known;
  const made = prepare(boss, job).catch((error: unknown) => {
    state.queues.delete(job.name);
    throw error;
  });
  state.queues.set(job.name, made);
  return made;
}

async function prepare(boss: PgBoss, job: JobDefinition<object>): Promise<void> {
  const settings = {
    retryLimit: job.retries,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: EXPIRE_SECONDS,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    notify: true,
  };
  await boss.createQueue(job.name, {
    ...settings,
    policy: job.unique === "waiting" ? "short" : job.unique === "pending" ? "exclusive" : "standard",
  });
  // One that exists keeps the settings of the release that made it until told.
  if (state.running) await boss.updateQueue(job.name, settings);
}
