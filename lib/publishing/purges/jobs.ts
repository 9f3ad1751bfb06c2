import { z } from "zod";
import { defineJob } from "#lib/platform/jobs/queue.ts";

/** Sends the purge requests that are due, of all projects. */
export const sendPurgeRequests = defineJob({ name: "cdn.purge", payload: z.object({}) });
/** Deletes purge requests that ended long ago. */
export const cleanPurgeRequests = defineJob({ name: "cdn.clean", payload: z.object({}) });
