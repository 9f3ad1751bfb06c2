import { endpoint, type Handler } from "#app/api/v3/_kit/endpoint.ts";
import type { ExpandTree, Expansion } from "#app/api/v3/_kit/fields.ts";
import { type Gate, named, organizationOwner, projectAdmin } from "#app/api/v3/_kit/gates.ts";
import type { Params } from "#app/api/v3/_kit/negotiate.ts";
import { buildAdmin, buildViewer } from "#app/api/v3/projects/_gates.ts";
import { signedIn } from "#lib/access/rules.ts";
import type { Ability, Actor } from "#lib/access/schema.ts";
import { openUser } from "#lib/accounts/queries.ts";
import { updateNotification } from "#lib/notifications/commands.ts";
import { presentDatedNotification, presentNotification } from "#lib/notifications/present.ts";
import {
  listNotifications,
  type NoticeBoard,
  noticeFeed,
  noticesOfBuild,
  noticesOfOrganization,
  noticesOfProject,
  noticesOfUser,
  openNotification,
} from "#lib/notifications/queries.ts";
import { notificationChanges, notificationFilter, notificationJson } from "#lib/notifications/schema.ts";
import { readId } from "#lib/platform/wire/ids.ts";
import { pageOf } from "#lib/platform/wire/page.ts";

export const projectNotices = {
  ...projectAdmin,
  open: async (actor: Actor, params: Params) => ({
    notices: noticesOfProject((await projectAdmin.open(actor, params)).project),
  }),
} satisfies Gate<object>;

export const buildNotices = {
  ...buildViewer,
  open: async (actor: Actor, params: Params) => ({
    notices: noticesOfBuild((await buildViewer.open(actor, params)).build, "view"),
  }),
} satisfies Gate<object>;

export const administeredBuildNotices = {
  ...buildAdmin,
  open: async (actor: Actor, params: Params) => ({
    notices: noticesOfBuild((await buildAdmin.open(actor, params)).build, "admin"),
  }),
} satisfies Gate<object>;

export const organizationNotices = {
  ...organizationOwner,
  open: async (actor: Actor, params: Params) => ({
    notices: noticesOfOrganization((await organizationOwner.open(actor, params)).organization),
  }),
} satisfies Gate<object>;

/** A person's own: an unknown name is 404, somebody else's 403. */
export const userNotices = {
  name: "user:self",
  open: async (actor: Actor, params: Params) => {
    signedIn(actor);
    return { notices: noticesOfUser(await openUser(actor, named(params, "username"))) };
  },
} satisfies Gate<object>;

export const ownFeed = {
  name: "signed-in",
  open: async (actor: Actor) => ({ notices: await noticeFeed(signedIn(actor)) }),
} satisfies Gate<object>;

/** The notice of the URL's number among those of a board. */
const one = <A extends Ability>(board: Gate<{ notices: NoticeBoard<A> }>, ability: A) => ({
  ...board,
  open: async (actor: Actor, params: Params) => {
    const { notices } = await board.open(actor, params);
    const id = readId(named(params, "notification"), "Notification");
    return { notification: await openNotification(notices, id, ability) };
  },
});

const notificationExpand = { created: {} } as const satisfies ExpandTree;
const presenterFor = (expand: Expansion) =>
  expand.has("created") ? presentDatedNotification : presentNotification;

/** The GET of every list of notices. */
export const listOf = (summary: string, board: Gate<{ notices: NoticeBoard<"view"> }>): Handler =>
  endpoint({
    summary,
    gate: board,
    query: notificationFilter,
    response: pageOf(notificationJson),
    expand: notificationExpand,
    run: async ({ notices, query, page, expand, list }) =>
      list(await listNotifications(notices, query, page), presenterFor(expand)),
  });

/** The GET of one notice. */
export const oneOf = (summary: string, board: Gate<{ notices: NoticeBoard<"view"> }>): Handler =>
  endpoint({
    summary,
    gate: one(board, "view"),
    response: notificationJson,
    expand: notificationExpand,
    run: async ({ notification, expand }) => presenterFor(expand)(notification),
  });

/** The PUT and PATCH of one notice. */
export const changeOf = (summary: string, board: Gate<{ notices: NoticeBoard<"admin"> }>): Handler =>
  endpoint({
    summary,
    gate: one(board, "admin"),
    body: notificationChanges,
    response: null,
    run: async ({ notification, body }) => {
      await updateNotification(notification, body);
    },
  });
