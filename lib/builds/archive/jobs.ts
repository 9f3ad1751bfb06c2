import { z } from "zod";
import { defineJob } from "#lib/platform/jobs/queue.ts";

/** Moves the logs of builds that ended a while ago into storage. */
export const archiveBuildLogs = defineJob({ name: "build.archive-logs", payload: z.object({}) });
