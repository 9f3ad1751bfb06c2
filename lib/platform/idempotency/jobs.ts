import { z } from "zod";
import { defineJob } from "#lib/platform/jobs/queue.ts";

/** Forgets answers that are no longer repeated. */
export const cleanIdempotency = defineJob({ name: "idempotency.clean", payload: z.object({}) });
