import type { Granted } from "#lib/access/rules.ts";
import { command } from "#lib/audit/commands.ts";
import type { Notification } from "#lib/notifications/queries.ts";
import type { NotificationChanges } from "#lib/notifications/schema.ts";
import { clock } from "#lib/platform/clock.ts";
import { isDuplicate } from "#lib/platform/db/conflict.ts";
import { conflict, notFound } from "#lib/platform/errors.ts";

/**
 * Marks a notice as read, dismissed and so on. Throws 404 when it is gone meanwhile, 409 when it cannot come back because a newer
 * one says the same.
 */
export async function updateNotification(
  notification: Granted<"admin", Notification>,
  changes: NotificationChanges,
): Promise<void> {
  const { id, state: before, messageId, project, build, organization } = notification;
  const state = changes.state ?? before;
  if (state === before) return;
  await command(notification.actor, async (c) => {
    const { count } = await c.tx.notice.updateMany({
      where: { id },
      data: { state, modified: clock.now() },
    });
    if (count === 0) throw notFound("Notification");
    await c.record({
      action: "notification.update",
      projectId: project?.id ?? build?.project.id ?? null,
      ...(organization && { organizationId: organization.id }),
      subjectKind: "notice",
      subjectId: id,
      subjectLabel: messageId,
      changes: { state: { from: before, to: state } },
    });
  }).catch((error: unknown) => {
    throw isDuplicate(error, "notices_open_key") ? conflict("A newer notification says the same.") : error;
  });
}
