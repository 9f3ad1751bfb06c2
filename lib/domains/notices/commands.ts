import type { NoticeId } from "#lib/builds/notices/rules.ts";
import { clock } from "#lib/platform/clock.ts";
import type { Tx } from "#lib/platform/db/client.ts";

type DomainNotice = Extract<NoticeId, `project:domain:${string}`>;

/** Tells a project's people how it stands with a domain; what was said of it before counts no longer. Null says nothing new. */
export async function tellOfDomain(
  tx: Tx,
  domain: { readonly id: number; readonly host: string; readonly projectId: number },
  messageId: DomainNotice | null,
): Promise<void> {
  const about = { projectId: domain.projectId, subject: `domain:${domain.id}` };
  await tx.notice.updateMany({
    where: { ...about, state: { in: ["unread", "read"] } },
    data: { state: "cancelled", modified: clock.now() },
  });
  if (messageId === null) return;
  await tx.notice.create({
    data: { ...about, messageId, values: { domain: domain.host }, dismissable: true },
    select: { id: true },
  });
}
