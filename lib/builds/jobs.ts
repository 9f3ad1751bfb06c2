import { z } from "zod";
import { defineJob } from "#lib/platform/jobs/queue.ts";

/** Runs one build. The row holds everything; the job only says that there is work. */
export const runBuild = defineJob({
  name: "build.run",
  payload: z.object({ buildId: z.number().int() }),
  retries: 0,
});
