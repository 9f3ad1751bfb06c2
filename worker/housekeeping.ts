import { removeOldCodes } from "#lib/accounts/commands.ts";
import { cleanAccounts } from "#lib/accounts/jobs.ts";
import { removeOldSessions } from "#lib/accounts/sessions/commands.ts";
import { archiveLogs } from "#lib/builds/archive/commands.ts";
import { archiveBuildLogs } from "#lib/builds/archive/jobs.ts";
import { removeOldCaches } from "#lib/builds/caches/commands.ts";
import { cleanCaches } from "#lib/builds/caches/jobs.ts";
import { deleteOldBuilds, deleteUnusedConfigs } from "#lib/builds/retention/commands.ts";
import { cleanBuilds, cleanConfigs } from "#lib/builds/retention/jobs.ts";
import { removeOldAnswers } from "#lib/platform/idempotency/idempotency.ts";
import { cleanIdempotency } from "#lib/platform/idempotency/jobs.ts";
import { type JobDefinition, schedule, work } from "#lib/platform/jobs/queue.ts";
import { log } from "#lib/platform/log.ts";
import { removeOldCounters } from "#lib/platform/rate/counters.ts";
import { cleanCounters } from "#lib/platform/rate/jobs.ts";
import { purgeProjects } from "#lib/projects/purge/commands.ts";
import { purgeDeletedProjects } from "#lib/projects/purge/jobs.ts";
import { collectFiles } from "#lib/publishing/collect/commands.ts";
import { collectStoredFiles } from "#lib/publishing/collect/jobs.ts";
import { removeOldRequests } from "#lib/publishing/purges/commands.ts";
import { cleanPurgeRequests } from "#lib/publishing/purges/jobs.ts";
import { removeOldExtensionRequests } from "#lib/sharing/extension-requests/commands.ts";
import { cleanShares, wipeShareSecrets } from "#lib/sharing/jobs.ts";
import { tellOfEnds } from "#lib/sharing/notices/commands.ts";
import { remindOfEnds } from "#lib/sharing/notices/jobs.ts";
import { wipeSecrets } from "#lib/sharing/secrets/commands.ts";
import { removeOldShareSessions } from "#lib/sharing/sessions/commands.ts";
import { removeOldAccesses } from "#lib/sharing/use/commands.ts";
import { cleanAccesses } from "#lib/sharing/use/jobs.ts";

type Chore = {
  readonly job: JobDefinition<Record<string, never>>;
  /** Cron, UTC. */
  readonly when: string;
  /** What was done, as it is logged. */
  readonly run: (signal: AbortSignal) => Promise<Record<string, number>>;
};

const chores: readonly Chore[] = [
  { job: cleanCounters, when: "7 * * * *", run: async () => ({ counters: await removeOldCounters() }) },
  { job: cleanIdempotency, when: "37 * * * *", run: async () => ({ answers: await removeOldAnswers() }) },
  {
    job: cleanAccounts,
    when: "23 3 * * *",
    run: async () => ({ sessions: await removeOldSessions(), codes: await removeOldCodes() }),
  },
  { job: archiveBuildLogs, when: "*/15 * * * *", run: async () => ({ logs: await archiveLogs() }) },
  { job: cleanBuilds, when: "22 * * * *", run: async () => ({ builds: await deleteOldBuilds() }) },
  { job: cleanConfigs, when: "30 2 * * *", run: async () => ({ configs: await deleteUnusedConfigs() }) },
  { job: cleanCaches, when: "50 2 * * *", run: async () => ({ archives: await removeOldCaches() }) },
  { job: purgeDeletedProjects, when: "10 4 * * *", run: async () => ({ projects: await purgeProjects() }) },
  {
    job: collectStoredFiles,
    when: "40 4 * * *",
    run: async (signal) => ({ objects: await collectFiles(signal) }),
  },
  { job: cleanPurgeRequests, when: "20 3 * * *", run: async () => ({ requests: await removeOldRequests() }) },
  { job: cleanAccesses, when: "10 3 * * *", run: async () => ({ accesses: await removeOldAccesses() }) },
  {
    job: cleanShares,
    when: "15 3 * * *",
    run: async () => ({
      sessions: await removeOldShareSessions(),
      requests: await removeOldExtensionRequests(),
    }),
  },
  { job: remindOfEnds, when: "3 * * * *", run: async () => ({ reminders: await tellOfEnds() }) },
  { job: wipeShareSecrets, when: "40 3 * * *", run: async () => ({ shares: await wipeSecrets() }) },
];

/** Takes part in the regular clean-ups: each runs in one worker at a time, however many there are. After `startQueue`. */
export async function keepHouse(): Promise<void> {
  for (const { job, when, run } of chores) {
    await work(job, { concurrency: 1 }, async (_, signal) => {
      log.info({ job: job.name, ...(await run(signal)) }, "cleaned up");
    });
    await schedule(job, when);
  }
}
