import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { projectAdmin } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { buildViewer } from "#app/api/v3/projects/_gates.ts";
import { presentBuildNotification } from "#lib/notifications/present.ts";
import { listBuildNotifications } from "#lib/notifications/queries.ts";
import { notificationFilter, notificationJson } from "#lib/notifications/schema.ts";
import { pageOf } from "#lib/platform/wire/page.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods(
  {
    GET: endpoint({
      summary: "List what went wrong with a build, or should be known of it",
      gate: buildViewer,
      query: notificationFilter,
      response: pageOf(notificationJson),
      run: async ({ build, query, page, list }) =>
        list(await listBuildNotifications(build, query, page), presentBuildNotification),
    }),
  },
  { otherwise: projectAdmin },
);
