import { z } from "zod";
import { defineJob } from "#lib/platform/jobs/queue.ts";

/** Tells creators of shares that end soon. */
export const remindOfEnds = defineJob({
  name: "share.remind_of_ends",
  payload: z.object({}),
  unique: "waiting",
});
