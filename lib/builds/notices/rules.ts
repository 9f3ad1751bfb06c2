import { accountWordings } from "#lib/builds/notices/rules/account.ts";
import { buildWordings } from "#lib/builds/notices/rules/build.ts";
import { configWordings } from "#lib/builds/notices/rules/config.ts";
import { projectWordings } from "#lib/builds/notices/rules/project.ts";
import { shareWordings } from "#lib/builds/notices/rules/share.ts";
import { error, type Wording } from "#lib/builds/notices/rules/wording.ts";
import type { BuildEvent, NoticeValues } from "#lib/builds/runs/schema.ts";

/** A notice as a build's people read it; plain text, values filled in. */
export type NoticeText = Wording & { readonly messageId: string };

/** Every notice by its id (spec/builds.md 10, spec/api-v3.md 4.8) with our words. */
const wordings = {
  ...accountWordings,
  ...buildWordings,
  ...configWordings,
  ...projectWordings,
  ...shareWordings,
} satisfies Record<string, Wording>;

export type NoticeId = keyof typeof wordings;

/** The words of a notice; an id from a newer release shows itself. */
export function noticeText(messageId: string, values: NoticeValues = {}): NoticeText {
  const text: Wording = Object.hasOwn(wordings, messageId)
    ? wordings[messageId as NoticeId]
    : error("Something needs your attention", messageId);
  const body = text.body.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
  return { ...text, body: body.trim(), messageId };
}

/** `error` of the API: the text of the first error among a build's notices, `""` without one. */
export function errorText(notices: ReadonlyArray<{ messageId: string; values: unknown }>): string {
  const shown = notices.map((notice) => noticeText(notice.messageId, valuesOf(notice.values)));
  return shown.find((text) => text.level === "error")?.body ?? "";
}

/** The event that tells a build's readers of a notice. */
export function noticeEventOf(messageId: string, values: NoticeValues): BuildEvent {
  const { level, header, body } = noticeText(messageId, values);
  return { kind: "notice", message_id: messageId, level, header, body };
}

/** The values of a stored notice. */
export function valuesOf(stored: unknown): NoticeValues {
  if (typeof stored !== "object" || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).filter(
      (entry): entry is [string, string | number] =>
        typeof entry[1] === "string" || typeof entry[1] === "number",
    ),
  );
}
