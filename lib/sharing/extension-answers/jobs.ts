import { z } from "zod";
import { defineJob } from "#lib/platform/jobs/queue.ts";

/** Tells somebody who asked for more time what became of it. */
export const mailExtensionAnswer = defineJob({
  name: "share.mail_extension_answer",
  payload: z.object({ requestId: z.int() }),
});
