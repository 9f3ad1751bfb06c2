import { type Command, command } from "#lib/audit/commands.ts";
import type { NoticeId } from "#lib/builds/notices/rules.ts";
import { clock } from "#lib/platform/clock.ts";
import { administeredByUser } from "#lib/projects/policy.ts";
import { remindOfEnds } from "#lib/sharing/notices/jobs.ts";
import { type Ending, findEnding } from "#lib/sharing/notices/queries.ts";
import { dayOf } from "#lib/sharing/rules/lifetime.ts";

type ShareNotice = Extract<NoticeId, `project:share:${string}`>;

/** What is said, and the one thing it is about: said again of the same thing, it is one notice. */
type News = { readonly messageId: ShareNotice; readonly subject: string };

const aboutShare = (shareId: number): string => `share:${shareId}`;

/** The notice that a share ends soon. */
export const endsSoon = (shareId: number): News => ({
  messageId: "project:share:ends-soon",
  subject: aboutShare(shareId),
});

/**
 * Tells whoever made a share; its project's people, where that person has left, so that nobody outside hears what happens in it. `more`
 * are values of the words besides `share`, `project` and `day`, the last day of the share.
 */
export async function tellCreator(
  c: Command,
  { id }: { readonly id: number },
  news: News,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { createdBy, projectId, project, description, expires } = await c.tx.share.findUniqueOrThrow({
    where: { id },
    select: {
      projectId: true,
      description: true,
      expires: true,
      project: { select: { slug: true } },
      createdBy: { select: { id: true, isSuperuser: true, deactivatedAt: true } },
    },
  });
  const isThere =
    createdBy !== null &&
    createdBy.deactivatedAt === null &&
    (await c.tx.project.count({
      where: {
        id: projectId,
        ...administeredByUser({ userId: createdBy.id, superuser: createdBy.isSuperuser }),
      },
    })) > 0;
  await withdrawNotice(c, { id }, news);
  const now = clock.now();
  await c.tx.notice.create({
    data: {
      ...(isThere ? { userId: createdBy.id } : { projectId }),
      ...news,
      values: { project: project.slug, share: description, day: dayOf(expires), ...more },
      dismissable: true,
      created: now,
      modified: now,
    },
    select: { id: true },
  });
}

/** What was said of it counts no longer, whoever was told. */
export async function withdrawNotice(c: Command, share: { readonly id: number }, news: News): Promise<void> {
  const { projectId, createdById } = await c.tx.share.findUniqueOrThrow({
    where: { id: share.id },
    select: { projectId: true, createdById: true },
  });
  await c.tx.notice.updateMany({
    where: {
      ...news,
      state: { in: ["unread", "read"] },
      OR: [{ projectId }, ...(createdById === null ? [] : [{ userId: createdById }])],
    },
    data: { state: "cancelled", modified: clock.now() },
  });
}

/** Tells whoever made a share that it was used for the first time, where they want to know. In the transaction that notes the use. */
export async function tellFirstUse(c: Command, share: { readonly id: number }): Promise<void> {
  const wanted = await c.tx.share.count({ where: { id: share.id, notifyFirstUse: true } });
  if (wanted > 0)
    await tellCreator(c, share, { messageId: "project:share:first-use", subject: aboutShare(share.id) });
}

/** Tells creators of shares that end soon, once of each end. Returns of how many shares. */
export async function tellOfEnds(): Promise<number> {
  let told = 0;
  for (const share of await findEnding()) if (await tellOfEnd(share)) told += 1;
  return told;
}

/** False when the share has changed meanwhile, or another worker was faster. */
async function tellOfEnd({ id, projectId, description }: Ending): Promise<boolean> {
  return command({ kind: "system", job: remindOfEnds.name }, async (c) => {
    const { count } = await c.tx.share.updateMany({
      where: { id, remindedAt: null, revokedAt: null, notifyBeforeEnd: true },
      data: { remindedAt: clock.now() },
    });
    if (count === 0) throw new Outdated();
    await tellCreator(c, { id }, endsSoon(id));
    await c.record({
      action: "share.remind",
      projectId,
      subjectKind: "share",
      subjectId: id,
      subjectLabel: description,
    });
    return true;
  }).catch((error: unknown) => {
    if (error instanceof Outdated) return false;
    throw error;
  });
}

/** Nothing is to be done any more, and nothing is written down. */
class Outdated extends Error {}
