import { type Granted, grant } from "#lib/access/rules.ts";
import type { Ability, Actor, SignedIn } from "#lib/access/schema.ts";
import type { User } from "#lib/accounts/queries.ts";
import type { Build } from "#lib/builds/queries.ts";
import type { NotificationFilter } from "#lib/notifications/schema.ts";
import type { Organization } from "#lib/organizations/queries.ts";
import { db } from "#lib/platform/db/client.ts";
import { type Found, type PageRequest, withCount } from "#lib/platform/wire/page.ts";
import { administeredBy } from "#lib/projects/policy.ts";
import type { Project } from "#lib/projects/queries.ts";
import type { Prisma } from "#prisma/client/client.ts";

const noticeFields = {
  id: true,
  messageId: true,
  values: true,
  state: true,
  dismissable: true,
  news: true,
  created: true,
  project: { select: { id: true, slug: true } },
  organization: { select: { id: true, slug: true } },
  build: { select: { id: true, project: { select: { id: true, slug: true } } } },
  user: { select: { id: true, username: true } },
} as const satisfies Prisma.NoticeSelect;

/** A notice together with the one thing it is attached to. */
export type Notification = Prisma.NoticeGetPayload<{ select: typeof noticeFields }>;

const newestFirst = [{ modified: "desc" }, { id: "desc" }] as const;
const asTheyCame = [{ id: "asc" }] as const;

/** A set of notices in an order, with the proof of what the caller may do with them. */
type Notices = {
  readonly where: Prisma.NoticeWhereInput;
  readonly orderBy: readonly Prisma.NoticeOrderByWithRelationInput[];
};
export type NoticeBoard<A extends Ability> = Granted<A, Notices>;

/** Whoever may see or change the thing may do the same with its notices. */
function board<A extends Ability>(
  ability: A,
  actor: Actor,
  where: Prisma.NoticeWhereInput,
  orderBy: Notices["orderBy"] = newestFirst,
): NoticeBoard<A> {
  return grant<A, Notices>(ability, actor, { where, orderBy }, { view: true, admin: true }, "Notification");
}

/** The notices of a project, newest first. */
export const noticesOfProject = ({ actor, id }: Granted<"admin", Project>): NoticeBoard<"admin"> =>
  board("admin", actor, { projectId: id });

/** The notices of a build, in the order they came. */
export const noticesOfBuild = <A extends Ability>(
  { actor, id }: Granted<A, Build>,
  ability: A,
): NoticeBoard<A> => board(ability, actor, { buildId: id }, asTheyCame);

/** The notices of an organization, newest first. */
export const noticesOfOrganization = ({ actor, id }: Granted<"admin", Organization>): NoticeBoard<"admin"> =>
  board("admin", actor, { organizationId: id });

/** Somebody's own notices, newest first. */
export const noticesOfUser = ({ actor, id }: Granted<"admin", User>): NoticeBoard<"admin"> =>
  board("admin", actor, { userId: id });

/**
 * What the caller has not dealt with yet, newest first: their own notices, and those of projects they administer and of
 * organizations they own. A superuser's feed is that of their memberships, not the whole server's.
 */
export async function noticeFeed(actor: SignedIn): Promise<NoticeBoard<"admin">> {
  const { userId } = actor;
  const confined = actor.kind === "token" && actor.projectIds !== null;
  // Ids, not conditions: the database then looks these few up instead of reading the notices of every build.
  const [projects, organizations] = await Promise.all([
    db.project.findMany({ where: administeredBy({ ...actor, superuser: false }), select: { id: true } }),
    db.organization.findMany({
      where: { deletedAt: null, owners: { some: { userId } } },
      select: { id: true },
    }),
  ]);
  const idsOf = (rows: readonly { id: number }[]) => ({ in: rows.map(({ id }) => id) });
  const own = [{ userId }, { organizationId: idsOf(organizations) }];
  return board("admin", actor, {
    state: { in: ["unread", "read"] },
    OR: [{ projectId: idsOf(projects) }, ...(confined ? [] : own)],
  });
}

const inStates = (filter: NotificationFilter): Prisma.NoticeWhereInput[] =>
  [filter.state && [filter.state], filter.state__in].flatMap((wanted) =>
    wanted === undefined ? [] : [{ state: { in: wanted } }],
  );

/** A page of notices. The number of queries does not depend on how many there are. */
export async function listNotifications(
  notices: NoticeBoard<"view">,
  filter: NotificationFilter,
  page: PageRequest,
): Promise<Found<Notification>> {
  const where: Prisma.NoticeWhereInput = { AND: [notices.where, ...inStates(filter)] };
  const rows = await db.notice.findMany({
    where,
    select: noticeFields,
    orderBy: [...notices.orderBy],
    take: page.limit,
    skip: page.offset,
  });
  return withCount(page, rows, () => db.notice.count({ where }));
}

/** One of these notices; 404 when it is not among them. */
export async function openNotification<A extends Ability>(
  notices: NoticeBoard<A>,
  id: number,
  ability: A,
): Promise<Granted<A, Notification>> {
  const row = await db.notice.findFirst({ where: { AND: [notices.where, { id }] }, select: noticeFields });
  return grant<A, Notification>(ability, notices.actor, row, { view: true, admin: true }, "Notification");
}
