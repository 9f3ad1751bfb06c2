import { z } from "zod";
import { defineJob } from "#lib/platform/jobs/queue.ts";

/** Looks at a project's repository for new and gone branches and tags. One waits per project, however often it is asked for. */
export const syncVersions = defineJob({
  name: "versions.sync",
  payload: z.object({ projectId: z.number().int() }),
  unique: "waiting",
});
