import { usernameKey } from "#lib/accounts/rules.ts";
import type { Command } from "#lib/audit/commands.ts";
import { sendMail } from "#lib/platform/mail/mail.ts";
import { mailDeletion } from "#lib/projects/news/jobs.ts";
import { deletionMail } from "#lib/projects/news/present.ts";

type Deleted = { readonly id: number; readonly slug: string; readonly administrators: readonly string[] };

/** Mails everybody who administers a project, at their main address if it is verified, that it was deleted. */
export async function tellOfDeletion(c: Command, project: Deleted, purgeAt: Date): Promise<void> {
  const people = await c.tx.user.findMany({
    where: { usernameKey: { in: project.administrators.map(usernameKey) }, deactivatedAt: null },
    select: {
      username: true,
      emailAddresses: { where: { isPrimary: true, verifiedAt: { not: null } }, select: { address: true } },
    },
    orderBy: { id: "asc" },
  });
  const by = "username" in c.actor ? c.actor.username : null;
  for (const { username, emailAddresses } of people)
    for (const { address } of emailAddresses)
      await c.enqueue(mailDeletion, {
        address,
        username,
        project: project.slug,
        by,
        until: purgeAt.toISOString(),
      });
}

/** Does the job of the mail. */
export const sendDeletionNews = ({
  address,
  ...deletion
}: {
  address: string;
  username: string;
  project: string;
  by: string | null;
  until: string;
}): Promise<void> => sendMail({ to: address, ...deletionMail(deletion) });
