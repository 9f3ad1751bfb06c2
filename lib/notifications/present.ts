import { noticeText, valuesOf } from "#lib/builds/notices/rules.ts";
import type { BuildNotification, NoticeRow, Notification } from "#lib/notifications/queries.ts";
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

/** Whose notice it is, and its own address. */
type Place = {
  readonly type: NotificationJson["attached_to_content_type"];
  readonly id: number;
  readonly self: string;
};

/** A notice as the API shows it (spec/api-v3.md 4.8). */
function present(notice: NoticeRow, place: Place): NotificationJson {
  const { id, state, dismissable, news, messageId, values } = notice;
  const { level, header, body } = noticeText(messageId, valuesOf(values));
  return {
    id,
    state,
    dismissable,
    news,
    attached_to_content_type: place.type,
    attached_to_id: place.id,
    message: {
      id: messageId,
      header: html(header),
      body: html(body),
      type: level,
      icon_classes: icons[level] ?? "fas fa-circle-info",
    },
    _links: { _self: dashboardUrl(place.self) },
  };
}

/** A notice of a project as the API shows it. */
export function presentNotification(notification: Notification): NotificationJson {
  const { id, project } = notification;
  return present(notification, {
    type: "project",
    id: project.id,
    self: apiPaths.notification(project.slug, id),
  });
}

/** A notice of a build as the API shows it. */
export function presentBuildNotification(notification: BuildNotification): NotificationJson {
  const { id, build } = notification;
  const self = apiPaths.buildNotification(build.project.slug, build.id, id);
  return present(notification, { type: "build", id: build.id, self });
}
