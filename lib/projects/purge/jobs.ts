import { z } from "zod";
import { defineJob } from "#lib/platform/jobs/queue.ts";

/** Removes what deleted projects have left behind. */
export const purgeDeletedProjects = defineJob({ name: "project.purge", payload: z.object({}) });
