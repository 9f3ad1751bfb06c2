import { z } from "zod";
import { defineJob } from "#lib/platform/jobs/queue.ts";

/** Makes a version searchable by what it publishes now; by nothing when it publishes nothing. */
export const updateSearchIndex = defineJob({
  name: "search.index",
  payload: z.object({ versionId: z.int() }),
  retries: 5,
});
