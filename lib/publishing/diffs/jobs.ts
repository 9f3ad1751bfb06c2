import { z } from "zod";
import { defineJob } from "#lib/platform/jobs/queue.ts";

/** Digests the pages of a published build, if it is one that previews are compared by. */
export const digestPages = defineJob({
  name: "page.digest",
  payload: z.object({ buildId: z.int() }),
  retries: 5,
});
