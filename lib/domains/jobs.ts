import { z } from "zod";
import { defineJob } from "#lib/platform/jobs/queue.ts";

/** Looks at the DNS of one domain. */
export const checkDomainJob = defineJob({
  name: "domain.check",
  payload: z.object({ domainId: z.number().int() }),
  unique: "waiting",
});

/** Queues the check of each domain that is due. */
export const checkDueDomainsJob = defineJob({
  name: "domain.check_due",
  payload: z.object({}),
  unique: "waiting",
});
