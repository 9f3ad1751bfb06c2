import { type Granted, signedIn } from "#lib/access/rules.ts";
import type { Actor } from "#lib/access/schema.ts";
import { type Command, command } from "#lib/audit/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { conflict } from "#lib/platform/errors.ts";
import { sendMail } from "#lib/platform/mail/mail.ts";
import { count } from "#lib/platform/rate/counters.ts";
import { lockProject } from "#lib/projects/commands.ts";
import { openProject } from "#lib/projects/queries.ts";
import { extendWithin } from "#lib/sharing/commands.ts";
import { mailExtensionAnswer } from "#lib/sharing/extension-requests/jobs.ts";
import { docsHostOf } from "#lib/sharing/extension-requests/present.ts";
import {
  type ExtensionRequest,
  findEnded,
  openExtensionRequest,
} from "#lib/sharing/extension-requests/queries.ts";
import { answerMail } from "#lib/sharing/extension-requests/rules/mails.ts";
import { aboutRequest, mostAsksPerDay } from "#lib/sharing/extension-requests/rules.ts";
import {
  type AskedLanguage,
  askedLanguage,
  askInput,
  type ExtensionRequestChanges,
} from "#lib/sharing/extension-requests/schema.ts";
import { tellCreator, withdrawNotice } from "#lib/sharing/notices/commands.ts";
import { openShare } from "#lib/sharing/queries.ts";
import { statusOf } from "#lib/sharing/rules/lifetime.ts";

const daySeconds = 24 * 3600;

/** What became of asking: `missing` where the secret opens no share that has ended by its date. */
export type Asked = "asked" | "invalid" | "too_many" | "missing";

/**
 * Somebody whose link has ended asks for more time (decision 19): `secret` is that of the link, `email` and `note` are what they typed.
 * Whoever made the share is told. Asking a fourth time on a day, for the same share, is `too_many`.
 */
export async function askForExtension(
  actor: Actor,
  asked: {
    readonly projectId: number;
    readonly secret: string;
    readonly email: unknown;
    readonly note: unknown;
    /** Of the page it was asked on. */
    readonly language: AskedLanguage;
  },
): Promise<Asked> {
  const input = askInput.safeParse({ email: asked.email, note: asked.note });
  if (!input.success) return "invalid";
  const ended = await findEnded(asked.projectId, asked.secret);
  if (ended === null) return "missing";
  const asks = await count(`share-extension:${ended.shareId}`, daySeconds, mostAsksPerDay);
  if (!asks.allowed) return "too_many";
  return command(actor, async (c) => {
    await lockProject(c, { id: asked.projectId });
    const request = await c.tx.extensionRequest.create({
      data: { ...ended, ...input.data, language: asked.language, created: clock.now() },
      select: { id: true, email: true },
    });
    await tellCreator(c, { id: ended.shareId }, aboutRequest(request.id), input.data);
    await c.record({
      action: "extension_request.create",
      projectId: asked.projectId,
      subjectKind: "extension_request",
      subjectId: request.id,
      subjectLabel: request.email,
    });
    return "asked" as const;
  });
}

/**
 * Answers a request. `extended` moves the end of the share by the length it was made with, unless it lives again already, and with it
 * answers everybody who asks of that share. Whoever asked gets a mail. Throws 409 when it was answered before or the share was revoked,
 * 400 on `expires` when the organization does not allow that long.
 */
export async function updateExtensionRequest(
  request: Granted<"admin", ExtensionRequest>,
  { outcome }: ExtensionRequestChanges,
): Promise<Granted<"admin", ExtensionRequest>> {
  const { project } = request;
  const share = await openShare(project, request.share.id);
  await command(request.actor, async (c) => {
    await lockProject(c, project);
    const open = await c.tx.extensionRequest.findMany({
      where: { shareId: share.id, outcome: null },
      orderBy: { id: "asc" },
      select: { id: true, email: true },
    });
    const answered = outcome === "extended" ? open : open.filter(({ id }) => id === request.id);
    if (!answered.some(({ id }) => id === request.id)) throw conflict("It was answered already.");
    const now = await c.tx.share.findUniqueOrThrow({
      where: { id: share.id },
      select: { projectId: true, createdById: true, revokedAt: true, expires: true },
    });
    if (outcome === "extended" && statusOf(now, clock.now()) !== "live") {
      await extendWithin(c, share);
      await c.siteChanged(project.id, "readers");
    }
    for (const one of answered) await settle(c, now, one, outcome);
  });
  return openExtensionRequest(project, request.id);
}

async function settle(
  c: Command,
  share: { readonly projectId: number; readonly createdById: number | null },
  { id, email }: { readonly id: number; readonly email: string },
  outcome: ExtensionRequestChanges["outcome"],
): Promise<void> {
  await c.tx.extensionRequest.update({
    where: { id },
    data: { outcome, handledAt: clock.now(), handledById: signedIn(c.actor).userId },
    select: { id: true },
  });
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
  const project = await openProject(
    { kind: "system", job: mailExtensionAnswer.name },
    share.project.slug,
    "view",
  );
  const answer = { host: docsHostOf(project), lastDay: share.expires };
  await sendMail({ to: email, ...answerMail(askedLanguage.parse(language), outcome, answer) });
}
