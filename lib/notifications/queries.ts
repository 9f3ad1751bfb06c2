import { type Granted, grant } from "#lib/access/rules.ts";
import type { Build } from "#lib/builds/queries.ts";
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

export type NoticeRow = Prisma.NoticeGetPayload<{ select: typeof noticeFields }>;
/** A notice of a project, together with it. */
export type Notification = NoticeRow & { readonly project: Granted<"admin", Project> };
/** A notice of a build, together with it. */
export type BuildNotification = NoticeRow & { readonly build: Granted<"view", Build> };

const inStates = (filter: NotificationFilter): Prisma.NoticeWhereInput[] =>
  [filter.state && [filter.state], filter.state__in].flatMap((wanted) =>
    wanted === undefined ? [] : [{ state: { in: wanted } }],
  );

/** The notices of a project, newest first. */
export async function listNotifications(
  project: Granted<"admin", Project>,
  filter: NotificationFilter,
  page: PageRequest,
): Promise<Found<Notification>> {
  const where: Prisma.NoticeWhereInput = { projectId: project.id, AND: inStates(filter) };
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

/** The notices of a build, in the order they came. */
export async function listBuildNotifications(
  build: Granted<"view", Build>,
  filter: NotificationFilter,
  page: PageRequest,
): Promise<Found<BuildNotification>> {
  const where: Prisma.NoticeWhereInput = { buildId: build.id, AND: inStates(filter) };
  const [count, rows] = await Promise.all([
    db.notice.count({ where }),
    db.notice.findMany({
      where,
      select: noticeFields,
      orderBy: { id: "asc" },
      take: page.limit,
      skip: page.offset,
    }),
  ]);
  return { count, rows: rows.map((row) => ({ ...row, build })) };
}

/** A notice of a build the caller sees; 404 when the build has none of that number. */
export async function openBuildNotification(
  build: Granted<"view", Build>,
  id: number,
): Promise<Granted<"view", BuildNotification>> {
  const row = await db.notice.findFirst({ where: { id, buildId: build.id }, select: noticeFields });
  const may = { view: true, admin: false };
  return grant("view", build.actor, row && { ...row, build }, may, "Notification");
}
