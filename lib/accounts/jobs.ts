import { z } from "zod";
import { accountNews } from "#lib/accounts/news/rules.ts";
import { defineJob } from "#lib/platform/jobs/queue.ts";

/** Mails a fresh code that proves an address. The code is made by the job, so that the queue never holds one. */
export const mailEmailCode = defineJob({
  name: "account.mail-email-code",
  payload: z.object({ userId: z.int(), address: z.string() }),
});

/** Removes the sessions and codes that ended so long ago that nobody asks about them. */
export const cleanAccounts = defineJob({ name: "account.clean", payload: z.object({}) });

/** Mails a code for a new password to whoever the address belongs to; of somebody who has none, nobody hears. */
export const mailResetCode = defineJob({
  name: "account.mail-reset-code",
  payload: z.object({ address: z.string(), from: z.string(), client: z.string() }),
});

/** Tells the owner of an account that how it is entered has changed. */
export const mailAccountNews = defineJob({
  name: "account.mail-news",
  payload: z.object({ address: z.string(), username: z.string(), news: z.enum(accountNews) }),
});
