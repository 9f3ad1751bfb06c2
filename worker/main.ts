import { runBuild } from "#lib/builds/jobs.ts";
import { sweepLostBuilds } from "#lib/builds/runs/commands.ts";
import { registerWorker, stopWorker, touchWorker } from "#lib/builds/workers/commands.ts";
import { claimEdition } from "#lib/instance/commands.ts";
import { sendInvitation } from "#lib/organizations/invitations/commands.ts";
import { mailInvitation } from "#lib/organizations/invitations/jobs.ts";
import { db } from "#lib/platform/db/client.ts";
import { listen, onReconnect, stopListening } from "#lib/platform/db/listen.ts";
import { env } from "#lib/platform/env.ts";
import { schedule, startQueue, stopQueue, work } from "#lib/platform/jobs/queue.ts";
import { log } from "#lib/platform/log.ts";
import { refuseStart } from "#lib/platform/refuse-start.ts";
import { missingTools, networkObstacle } from "#lib/platform/sandbox/tools.ts";
import { sendDeletionNews } from "#lib/projects/news/commands.ts";
import { mailDeletion } from "#lib/projects/news/jobs.ts";
import { digestBuild } from "#lib/publishing/diffs/commands.ts";
import { digestPages } from "#lib/publishing/diffs/jobs.ts";
import { sendDueRequests } from "#lib/publishing/purges/commands.ts";
import { sendPurgeRequests } from "#lib/publishing/purges/jobs.ts";
import { updateIndex } from "#lib/search/commands.ts";
import { updateSearchIndex } from "#lib/search/jobs.ts";
import { sendExtensionAnswer } from "#lib/sharing/extension-answers/commands.ts";
import { mailExtensionAnswer } from "#lib/sharing/extension-answers/jobs.ts";
import { takeAccountMail } from "#worker/account-mail.ts";
import { takeDomainChecks } from "#worker/check-domains.ts";
import { keepHouse } from "#worker/housekeeping.ts";
import { openSlots } from "#worker/slots.ts";
import { takeSyncs } from "#worker/sync-versions.ts";
import { sweepWorkspaces } from "#worker/workspaces.ts";

const sweepMs = 2_000;
/** How long a running build may still take when the worker is asked to stop. */
const drainMs = 10_000;

await claimEdition(env.EDITION).catch(refuseStart);

if (env.BUILD_ISOLATION === "none")
  log.warn("BUILD_ISOLATION=none: builds run without a sandbox and can read everything this worker can");
for (const tool of missingTools(["git", "openssh-client", "bubblewrap", "passt", "nftables"]))
  log.warn({ package: tool.name }, `${tool.why} Install it with: ${tool.install}`);
const obstacle = env.BUILD_NETWORK === "filtered" ? networkObstacle() : null;
if (obstacle) log.warn(obstacle);

const workerId = await registerWorker(env.WORKER_SLOTS, {
  isolation: env.BUILD_ISOLATION,
  network: env.BUILD_NETWORK,
  root: process.getuid?.() === 0,
});
const slots = openSlots(workerId, env.WORKER_SLOTS);

await listen("build_queued", slots.wake);
await listen("build_cancelled", (buildId) => slots.cancel(Number(buildId)));
onReconnect(slots.wake);
await startQueue();
// The row is what is taken; the job only wakes whoever is free.
await work(runBuild, { concurrency: 1 }, async () => slots.wake());
await takeAccountMail();
await work(updateSearchIndex, { concurrency: 1 }, async ({ versionId }, signal) => {
  const pages = await updateIndex(versionId, signal);
  log.info({ versionId, pages }, "search index brought up to date");
});
await work(digestPages, { concurrency: 1 }, async ({ buildId }, signal) => {
  const pages = await digestBuild(buildId, signal);
  if (pages > 0) log.info({ buildId, pages }, "pages digested");
});
await work(mailInvitation, { concurrency: 2 }, sendInvitation);
await work(mailDeletion, { concurrency: 2 }, sendDeletionNews);
await work(mailExtensionAnswer, { concurrency: 2 }, sendExtensionAnswer);
await work(sendPurgeRequests, { concurrency: 1 }, async (_, signal) => void (await sendDueRequests(signal)));
// What a worker that died had taken is due again without a job.
await schedule(sendPurgeRequests, "* * * * *");
await takeSyncs();
await takeDomainChecks();
await keepHouse();

let sweeping: Promise<void> | null = null;
const sweep = () => {
  sweeping ??= upkeep()
    .catch((error: unknown) => log.warn({ err: error }, "upkeep failed"))
    .finally(() => {
      sweeping = null;
    });
};
const timer = setInterval(sweep, sweepMs);
sweep();
log.info({ workerId, slots: env.WORKER_SLOTS }, "worker ready");

let stopping = false;
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    stop()
      .then(() => process.exit(0))
      .catch((error: unknown) => {
        log.error({ err: error }, "worker could not stop cleanly");
        process.exit(1);
      });
  });
}

async function upkeep(): Promise<void> {
  await touchWorker(workerId);
  const lost = await sweepLostBuilds();
  if (lost.length > 0) log.warn({ builds: lost }, "lost builds taken from their workers");
  await sweepWorkspaces();
  slots.wake();
}

async function stop(): Promise<void> {
  log.info({ workerId }, "worker stopping");
  clearInterval(timer);
  await slots.drain(drainMs);
  await sweeping;
  await stopQueue();
  await stopWorker(workerId);
  await stopListening();
  await db.$disconnect();
}
