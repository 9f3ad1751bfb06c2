import { z } from "zod";
import { defineJob } from "#lib/platform/jobs/queue.ts";

/** Deletes stored files that no build needs any more. */
export const collectStoredFiles = defineJob({ name: "file.collect", payload: z.object({}) });
