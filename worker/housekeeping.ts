import { removeOldCodes } from "#lib/accounts/commands.ts";
import { cleanAccounts } from "#lib/accounts/jobs.ts";
import { removeOldSessions } from "#lib/accounts/sessions/commands.ts";
import { archiveLogs } from "#lib/builds/archive/commands.ts";
import { archiveBuildLogs } from "#lib/builds/archive/jobs.ts";
import { schedule, work } from "#lib/platform/jobs/queue.ts";
import { log } from "#lib/platform/log.ts";
import { removeOldCounters } from "#lib/platform/rate/counters.ts";
import { cleanCounters } from "#lib/platform/rate/jobs.ts";

/** Takes part in the regular clean-ups: each runs in one worker at a time, however many there are. After `startQueue`. */
export async function keepHouse(): Promise<void> {
  await work(cleanCounters, { concurrency: 1 }, async () => {
    log.info({ counters: await removeOldCounters() }, "old counters removed");
  });
  await work(cleanAccounts, { concurrency: 1 }, async () => {
    const [sessions, codes] = [await removeOldSessions(), await removeOldCodes()];
    log.info({ sessions, codes }, "old sessions and codes removed");
  });
  await work(archiveBuildLogs, { concurrency: 1 }, async () => {
    log.info({ logs: await archiveLogs() }, "logs of ended builds archived");
  });
  await schedule(archiveBuildLogs, "*/15 * * * *");
  await schedule(cleanCounters, "7 * * * *");
  await schedule(cleanAccounts, "23 3 * * *");
}
