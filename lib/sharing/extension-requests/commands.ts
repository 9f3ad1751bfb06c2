import type { Actor } from "#lib/access/schema.ts";
import { command } from "#lib/audit/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { count } from "#lib/platform/rate/counters.ts";
import { lockProject } from "#lib/projects/commands.ts";
import { findEnded } from "#lib/sharing/extension-requests/queries.ts";
import { aboutRequest, mostAsksPerDay } from "#lib/sharing/extension-requests/rules.ts";
import { askInput } from "#lib/sharing/extension-requests/schema.ts";
import { tellCreator } from "#lib/sharing/notices/commands.ts";

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
      data: { ...ended, ...input.data, created: clock.now() },
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
