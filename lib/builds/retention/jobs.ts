import { z } from "zod";
import { defineJob } from "#lib/platform/jobs/queue.ts";

/** Deletes builds that are so old and so many that nobody asks about them. */
export const cleanBuilds = defineJob({ name: "build.clean", payload: z.object({}) });

/** Deletes configurations no build has. */
export const cleanConfigs = defineJob({ name: "build.clean-configs", payload: z.object({}) });
