import { z } from "zod";
import { choice } from "#lib/platform/wire/coerce.ts";
import { moment } from "#lib/platform/wire/dates.ts";
import { filterChoice, filterMembers } from "#lib/platform/wire/filters.ts";

export const notificationStates = ["unread", "read", "dismissed", "cancelled"] as const;

/** A notice as the API shows it (spec/api-v3.md 4.8); `header` and `body` are HTML. */
export const notificationJson = z
  .object({
    id: z.int(),
    state: z.enum(notificationStates),
    dismissable: z.boolean(),
    news: z.boolean(),
    attached_to_content_type: z.enum(["project", "organization", "build", "user"]),
    attached_to_id: z.int(),
    message: z.object({
      id: z.string(),
      header: z.string(),
      body: z.string(),
      type: z.enum(["error", "warning", "info", "note", "tip"]),
      icon_classes: z.string(),
    }),
    _links: z.object({ _self: z.string() }),
    /** When it came first; `expand=created`. */
    created: moment.optional(),
  })
  .meta({ id: "Notification" });
export type NotificationJson = z.infer<typeof notificationJson>;

export const notificationFilter = z.object({
  state: filterChoice(notificationStates),
  state__in: filterMembers(notificationStates),
});
export type NotificationFilter = z.output<typeof notificationFilter>;

/** PATCH and PUT of a notification: only its state can be changed. */
export const notificationChanges = z
  .object({ state: choice(notificationStates).optional() })
  .meta({ id: "NotificationChanges" });
export type NotificationChanges = z.output<typeof notificationChanges>;
