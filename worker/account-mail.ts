import { sendEmailCode } from "#lib/accounts/emails/commands.ts";
import { mailAccountNews, mailEmailCode, mailResetCode } from "#lib/accounts/jobs.ts";
import { sendAccountNews } from "#lib/accounts/news/commands.ts";
import { sendResetCode } from "#lib/accounts/passwords/commands.ts";
import { work } from "#lib/platform/jobs/queue.ts";

/** Takes the mails about accounts. After `startQueue`. */
export async function takeAccountMail(): Promise<void> {
  await work(mailEmailCode, { concurrency: 2 }, sendEmailCode);
  await work(mailResetCode, { concurrency: 2 }, sendResetCode);
  await work(mailAccountNews, { concurrency: 2 }, sendAccountNews);
}
