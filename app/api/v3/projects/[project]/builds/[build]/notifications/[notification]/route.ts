import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { projectAdmin } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { buildNotificationViewer } from "#app/api/v3/projects/_gates.ts";
import { presentBuildNotification } from "#lib/notifications/present.ts";
import { notificationJson } from "#lib/notifications/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods(
  {
    GET: endpoint({
      summary: "Show one notification of a build",
      gate: buildNotificationViewer,
      response: notificationJson,
      run: async ({ notification }) => presentBuildNotification(notification),
    }),
  },
  { otherwise: projectAdmin },
);
