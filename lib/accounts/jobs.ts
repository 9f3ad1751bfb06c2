import { z } from "zod";
import { defineJob } from "#lib/platform/jobs/queue.ts";

/** Mails a fresh code that proves an address. The code is made by the job, so that the queue never holds one. */
export const mailEmailCode = defineJob({
  name: "account.mail-email-code",
  payload: z.object({ userId: z.int(), address: z.string() }),
});

/** Removes the sessions and codes that ended so long ago that nobody asks about them. */
export const cleanAccounts = defineJob({ name: "account.clean", payload: z.object({}) });
