import { z } from "zod";
import { defineJob } from "#lib/platform/jobs/queue.ts";

/** Removes single accesses by shares when they have been kept long enough. */
export const cleanAccesses = defineJob({ name: "share.clean-accesses", payload: z.object({}) });
