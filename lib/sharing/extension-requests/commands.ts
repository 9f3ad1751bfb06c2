import type { Granted } from "#lib/access/rules.ts";
import type { Actor } from "#lib/access/schema.ts";
import { command } from "#lib/audit/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { transaction } from "#lib/platform/db/client.ts";
import { conflict } from "#lib/platform/errors.ts";
import { count } from "#lib/platform/rate/counters.ts";
import { lockProject } from "#lib/projects/commands.ts";
import { extendWithin } from "#lib/sharing/commands.ts";
import { settleRequests } from "#lib/sharing/extension-answers/commands.ts";
import { type ExtensionRequest, openExtensionRequest } from "#lib/sharing/extension-requests/queries.ts";
import { aboutRequest, mostAsksPerDay } from "#lib/sharing/extension-requests/rules.ts";
import {
  type AskedLanguage,
  askInput,
  type ExtensionRequestChanges,
} from "#lib/sharing/extension-requests/schema.ts";
import { tellCreator } from "#lib/sharing/notices/commands.ts";
import { openShare } from "#lib/sharing/queries.ts";
import { dayMs, firstMomentAfter, recordDays, startOfDay, statusOf } from "#lib/sharing/rules/lifetime.ts";
import { findLink } from "#lib/sharing/secrets/queries.ts";

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
  const link = await findLink(new Set([asked.projectId]), asked.secret);
  if (link === null || firstMomentAfter(link.expires) > clock.now()) return "missing";
  const { shareId, recipientId } = link;
  const asks = await count(`share-extension:${shareId}`, daySeconds, mostAsksPerDay);
  if (!asks.allowed) return "too_many";
  return command(actor, async (c) => {
    await lockProject(c, { id: asked.projectId });
    const request = await c.tx.extensionRequest.create({
      data: { shareId, recipientId, ...input.data, language: asked.language, created: clock.now() },
      select: { id: true, email: true },
    });
    const { email, note } = input.data;
    await tellCreator(c, { id: shareId }, aboutRequest(request.id), { email, note: quoted(note) });
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

/** A stranger's words must not look like ours. */
const quoted = (note: string): string => (note === "" ? "" : `They write: “${note}”`);

/**
 * Answers a request. `extended` moves the end of the share by the length it was made with, unless it lives again already, and with it
 * answers everybody who asks of that share. Whoever asked gets a mail. Throws 409 when it was answered before or the share was revoked,
 * 400 on `expires` when the organization does not allow that long.
 */
export async function updateExtensionRequest(
  request: Granted<"admin", ExtensionRequest>,
  { outcome }: ExtensionRequestChanges,
): Promise<Granted<"admin", ExtensionRequest>> {
  const { id, project } = request;
  const share = await openShare(project, request.share.id);
  await command(request.actor, async (c) => {
    await lockProject(c, project);
    if ((await c.tx.extensionRequest.count({ where: { id, outcome: null } })) === 0)
      throw conflict("It was answered already.");
    if (outcome === "declined") return void (await settleRequests(c, share, outcome, id));
    const now = await c.tx.share.findUniqueOrThrow({
      where: { id: share.id },
      select: { revokedAt: true, expires: true },
    });
    if (statusOf(now, clock.now()) === "live") return void (await settleRequests(c, share, outcome));
    await extendWithin(c, share);
    await c.siteChanged(project.id, "readers");
  });
  return openExtensionRequest(project, id);
}

/**
 * Removes requests that were answered `recordDays` ago, or whose share ended so long ago that nobody will answer them, with what its
 * creator was told of them: both hold what a stranger typed. Returns how many.
 */
export async function removeOldExtensionRequests(): Promise<number> {
  const before = new Date(clock.now().getTime() - recordDays * dayMs);
  return transaction(async (tx) => {
    const old = await tx.extensionRequest.findMany({
      where: {
        OR: [
          { handledAt: { lt: before } },
          {
            outcome: null,
            share: { OR: [{ revokedAt: { lt: before } }, { expires: { lt: startOfDay(before) } }] },
          },
        ],
      },
      select: { id: true },
      orderBy: { id: "asc" },
      take: batch,
    });
    const { count } = await tx.extensionRequest.deleteMany({
      where: { id: { in: old.map(({ id }) => id) } },
    });
    const subjects = old.map(({ id }) => aboutRequest(id).subject);
    await tx.notice.deleteMany({ where: { subject: { in: subjects } } });
    return count;
  });
}

/** What is left waits for the next day. */
const batch = 10_000;
