import { z } from "zod";
import { defineJob } from "#lib/platform/jobs/queue.ts";

/** Mails the link of an invitation. The link is made by the job, so that the queue never holds one. */
export const mailInvitation = defineJob({
  name: "organization.mail-invitation",
  payload: z.object({ invitationId: z.int() }),
});
