import type { FailedJob } from "#lib/instance/failed-jobs/queries.ts";
import type { FailedJobJson } from "#lib/instance/failed-jobs/schema.ts";
import { wireDate, wireDateOrNull } from "#lib/platform/wire/dates.ts";

const LONGEST_REASON = 500;

/** The message of the error the queue wrote down; it has no shape that one could rely on. */
function reasonOf(output: unknown): string {
  const message =
    typeof output === "object" && output !== null && "message" in output ? output.message : null;
  return typeof message === "string" ? message.slice(0, LONGEST_REASON) : "No reason was written down.";
}

export const presentFailedJob = ({ id, name, created, failed, tries, output }: FailedJob): FailedJobJson => ({
  id,
  name,
  created: wireDate(created),
  failed: wireDateOrNull(failed),
  tries,
  reason: reasonOf(output),
});
