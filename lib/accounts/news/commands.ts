import { mailAccountNews } from "#lib/accounts/jobs.ts";
import { accountNewsMail } from "#lib/accounts/news/present.ts";
import type { AccountNews } from "#lib/accounts/news/rules.ts";
import type { Command } from "#lib/audit/commands.ts";
import { sendMail } from "#lib/platform/mail/mail.ts";

/** Mails somebody what happened to their account: to `address`, or to the main one if that is verified. */
export async function tellOwner(
  c: Command,
  userId: number,
  news: AccountNews,
  address?: string,
): Promise<void> {
  const { username, emailAddresses } = await c.tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      username: true,
      emailAddresses: { where: { isPrimary: true, verifiedAt: { not: null } }, select: { address: true } },
    },
  });
  const to = address ?? emailAddresses[0]?.address;
  if (to !== undefined) await c.enqueue(mailAccountNews, { address: to, username, news });
}

/** Does the job of the mail. */
export const sendAccountNews = (job: {
  address: string;
  username: string;
  news: AccountNews;
}): Promise<void> => sendMail({ to: job.address, ...accountNewsMail(job.username, job.news) });
