import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { projectAdmin } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { presentNotification } from "#lib/notifications/present.ts";
import { listNotifications } from "#lib/notifications/queries.ts";
import { notificationFilter, notificationJson } from "#lib/notifications/schema.ts";
import { pageOf } from "#lib/platform/wire/page.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "List what a project's people should know, newest first",
    gate: projectAdmin,
    query: notificationFilter,
    response: pageOf(notificationJson),
    run: async ({ project, query, page, list }) =>
      list(await listNotifications(project, query, page), presentNotification),
  }),
});
