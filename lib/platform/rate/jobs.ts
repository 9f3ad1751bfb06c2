import { z } from "zod";
import { defineJob } from "#lib/platform/jobs/queue.ts";

/** Removes the counters nobody counts in any more. */
export const cleanCounters = defineJob({ name: "rate.clean", payload: z.object({}) });
