import type { Granted } from "#lib/access/rules.ts";
import { command } from "#lib/audit/commands.ts";
import type { JobRef } from "#lib/instance/failed-jobs/queries.ts";
import { conflict } from "#lib/platform/errors.ts";
import { retryFailed } from "#lib/platform/jobs/queue.ts";

/** Has a job that was given up tried once more. Refuses with 409 when somebody did that meanwhile. */
export async function retryFailedJob(job: Granted<"admin", JobRef>): Promise<void> {
  await command(job.actor, async (c) => {
    if (!(await retryFailed(c.tx, job))) throw conflict("It is being tried already.");
    await c.record({ action: "job.retry", subjectKind: "job", subjectId: job.id, subjectLabel: job.name });
  });
}
