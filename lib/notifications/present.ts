import { noticeText, valuesOf } from "#lib/builds/notices/rules.ts";
import type { Notification } from "#lib/notifications/queries.ts";
import type { NotificationJson } from "#lib/notifications/schema.ts";
import { apiPaths } from "#lib/paths.ts";
import { escapeHtml } from "#lib/platform/html/escape.ts";
import { wireDate } from "#lib/platform/wire/dates.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";

const icons: Readonly<Record<string, string>> = {
  error: "fas fa-circle-xmark",
  warning: "fas fa-circle-exclamation",
};

/** Whose notice it is, and its own address there. */
function placeOf({ id, project, organization, build, user }: Notification) {
  if (project)
    return { type: "project", id: project.id, self: apiPaths.notification(project.slug, id) } as const;
  if (build) {
    const self = apiPaths.buildNotification(build.project.slug, build.id, id);
    return { type: "build", id: build.id, self } as const;
  }
  if (organization) {
    const self = apiPaths.organizationNotification(organization.slug, id);
    return { type: "organization", id: organization.id, self } as const;
  }
  if (user) return { type: "user", id: user.id, self: apiPaths.userNotification(user.username, id) } as const;
  throw new Error(`Notice ${id} is attached to nothing.`);
}

/** The same with when it came first. */
export const presentDatedNotification = (notification: Notification): NotificationJson => ({
  ...presentNotification(notification),
  created: wireDate(notification.created),
});

/** A notice as the API shows it (spec/api-v3.md 4.8), its words as HTML: they hold values of people's repositories. */
export function presentNotification(notification: Notification): NotificationJson {
  const { id, state, dismissable, news, messageId, values } = notification;
  const { level, header, body } = noticeText(messageId, valuesOf(values));
  const place = placeOf(notification);
  return {
    id,
    state,
    dismissable,
    news,
    attached_to_content_type: place.type,
    attached_to_id: place.id,
    message: {
      id: messageId,
      header: escapeHtml(header),
      body: escapeHtml(body),
      type: level,
      icon_classes: icons[level] ?? "fas fa-circle-info",
    },
    _links: { _self: dashboardUrl(place.self) },
  };
}
