import { z } from "zod";
import { defineJob } from "#lib/platform/jobs/queue.ts";

/** Tells one of a project's people that it was deleted. `until` is the moment up to which it can be restored. */
export const mailDeletion = defineJob({
  name: "project.mail-deletion",
  payload: z.object({
    address: z.string(),
    username: z.string(),
    project: z.string(),
    by: z.string().nullable(),
    until: z.iso.datetime(),
  }),
});
