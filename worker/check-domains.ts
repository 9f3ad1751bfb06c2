import { checkDomain, queueDueChecks } from "#lib/domains/checks/commands.ts";
import { checkDomainJob, checkDueDomainsJob } from "#lib/domains/jobs.ts";
import { schedule, work } from "#lib/platform/jobs/queue.ts";
import { log } from "#lib/platform/log.ts";

/** Takes part in looking at the DNS of domains: when somebody asks, and again and again. After `startQueue`. */
export async function takeDomainChecks(): Promise<void> {
  await work(checkDomainJob, { concurrency: 4 }, async ({ domainId }, signal) => {
    const state = await checkDomain(domainId, signal);
    log.info({ domainId, state }, "domain checked");
  });
  await work(checkDueDomainsJob, { concurrency: 1 }, async () => void (await queueDueChecks()));
  await schedule(checkDueDomainsJob, "* * * * *");
}
