import { z } from "zod";
import { defineJob } from "#lib/platform/jobs/queue.ts";

/** Removes what builds have kept and nobody asks for any more. */
export const cleanCaches = defineJob({ name: "build.clean-caches", payload: z.object({}) });
