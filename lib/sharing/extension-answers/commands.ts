import type { Command } from "#lib/audit/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { sendMail } from "#lib/platform/mail/mail.ts";
import { addressOf, docsHosts } from "#lib/projects/present.ts";
import { openProject } from "#lib/projects/queries.ts";
import { originOf, placeOf } from "#lib/publishing/rules/address.ts";
import { mailExtensionAnswer } from "#lib/sharing/extension-answers/jobs.ts";
import { answerMail } from "#lib/sharing/extension-answers/rules.ts";
import { aboutRequest } from "#lib/sharing/extension-requests/rules.ts";
import { askedLanguage, type ExtensionOutcome } from "#lib/sharing/extension-requests/schema.ts";
import { withdrawNotice } from "#lib/sharing/notices/commands.ts";

/**
 * Answers who asks for more time of a share: one of them, or with null everybody. Each gets a mail. For a command that has locked the
 * project; returns how many there were.
 */
export async function settleRequests(
  c: Command,
  share: { readonly id: number; readonly projectId: number },
  outcome: ExtensionOutcome,
  requestId: number | null = null,
): Promise<number> {
  const open = await c.tx.extensionRequest.updateManyAndReturn({
    where: { shareId: share.id, outcome: null, ...(requestId !== null && { id: requestId }) },
    data: { outcome, handledAt: clock.now(), handledById: "userId" in c.actor ? c.actor.userId : null },
    select: { id: true, email: true },
  });
  for (const { id, email } of open) {
    await withdrawNotice(c, share, aboutRequest(id));
    await c.enqueue(mailExtensionAnswer, { requestId: id });
    await c.record({
      action: "extension_request.update",
      projectId: share.projectId,
      subjectKind: "extension_request",
      subjectId: id,
      subjectLabel: email,
      changes: { outcome: { from: null, to: outcome } },
    });
  }
  return open.length;
}

/** Mails the answer to a request, in the language it was asked in. */
export async function sendExtensionAnswer({ requestId }: { requestId: number }): Promise<void> {
  const request = await db.extensionRequest.findUnique({
    where: { id: requestId },
    select: {
      email: true,
      language: true,
      outcome: true,
      share: { select: { expires: true, project: { select: { slug: true, deletedAt: true } } } },
    },
  });
  if (!request?.outcome || request.share.project.deletedAt !== null) return;
  const { email, language, outcome, share } = request;
  const system = { kind: "system", job: mailExtensionAnswer.name } as const;
  const project = await openProject(system, share.project.slug, "view");
  const { host } = new URL(originOf(placeOf(addressOf(project)).root, null, docsHosts()));
  const mail = answerMail(askedLanguage.parse(language), outcome, { host, lastDay: share.expires });
  await sendMail({ to: email, ...mail });
}
