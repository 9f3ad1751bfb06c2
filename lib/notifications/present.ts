import { noticeText, valuesOf } from "#lib/builds/notices/rules.ts";
import type { Notification } from "#lib/notifications/queries.ts";
import type { NotificationJson } from "#lib/notifications/schema.ts";
import { apiPaths } from "#lib/paths.ts";
import { dashboardUrl } from "#lib/platform/wire/links.ts";

const icons: Readonly<Record<string, string>> = {
  error: "fas fa-circle-xmark",
  warning: "fas fa-circle-exclamation",
};

/** Values of a notice come from people's repositories. */
const html = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** A notice as the API shows it (spec/api-v3.md 4.8). */
export function presentNotification(notification: Notification): NotificationJson {
  const { id, state, dismissable, news, project, messageId, values } = notification;
  const { level, header, body } = noticeText(messageId, valuesOf(values));
  return {
    id,
    state,
    dismissable,
    news,
    attached_to_content_type: "project",
    attached_to_id: project.id,
    message: {
      id: messageId,
      header: html(header),
      body: html(body),
      type: level,
      icon_classes: icons[level] ?? "fas fa-circle-info",
    },
    _links: { _self: dashboardUrl(apiPaths.notification(project.slug, id)) },
  };
}
