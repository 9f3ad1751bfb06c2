import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { notificationAdmin } from "#app/api/v3/projects/_gates.ts";
import { updateNotification } from "#lib/notifications/commands.ts";
import { presentNotification } from "#lib/notifications/present.ts";
import { notificationChanges, notificationJson } from "#lib/notifications/schema.ts";

const change = endpoint({
  summary: "Mark a notification as read, dismissed or unread",
  gate: notificationAdmin,
  body: notificationChanges,
  response: null,
  run: async ({ notification, body }) => {
    await updateNotification(notification, body);
  },
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "Show a notification of a project",
    gate: notificationAdmin,
    response: notificationJson,
    run: async ({ notification }) => presentNotification(notification),
  }),
  PUT: change,
  PATCH: change,
});
