import { type Granted, grant } from "#lib/access/rules.ts";
import type { NotificationFilter } from "#lib/notifications/schema.ts";
import { db } from "#lib/platform/db/client.ts";
import type { Found, PageRequest } from "#lib/platform/wire/page.ts";
import type { Project } from "#lib/projects/queries.ts";
import type { Prisma } from "#prisma/client/client.ts";

const noticeFields = {
  id: true,
  projectId: true,
  messageId: true,
  values: true,
  state: true,
  dismissable: true,
  news: true,
} as const satisfies Prisma.NoticeSelect;

/** A notice of a project, together with it. */
export type Notification = Prisma.NoticeGetPayload<{ select: typeof noticeFields }> & {
  readonly project: Granted<"admin", Project>;
};

/** The notices of a project, newest first. */
export async function listNotifications(
  project: Granted<"admin", Project>,
  filter: NotificationFilter,
  page: PageRequest,
): Promise<Found<Notification>> {
  const states = [filter.state && [filter.state], filter.state__in].filter((wanted) => wanted !== undefined);
  const where: Prisma.NoticeWhereInput = {
    projectId: project.id,
    AND: states.map((wanted) => ({ state: { in: wanted } })),
  };
  const [count, rows] = await Promise.all([
    db.notice.count({ where }),
    db.notice.findMany({
      where,
      select: noticeFields,
      orderBy: [{ modified: "desc" }, { id: "desc" }],
      take: page.limit,
      skip: page.offset,
    }),
  ]);
  return { count, rows: rows.map((row) => ({ ...row, project })) };
}

/** A notice of a project; 404 when the project has none of that number. */
export async function openNotification(
  project: Granted<"admin", Project>,
  id: number,
): Promise<Granted<"admin", Notification>> {
  const row = await db.notice.findFirst({ where: { id, projectId: project.id }, select: noticeFields });
  const may = { view: true, admin: true };
  return grant("admin", project.actor, row && { ...row, project }, may, "Notification");
}
