import type { AuditKind } from "#lib/audit/rules.ts";

/** Kinds of events as people call them. */
export const kindNames: Readonly<Record<AuditKind, string>> = {
  people: "People",
  access: "Signing in",
  share: "Sharing",
  version: "Versions",
  build: "Builds",
  domain: "Domains",
  settings: "Settings",
};

/** What reads badly as verb and noun. */
const spoken: Readonly<Record<string, string>> = {
  "project.builds_off": "switch builds off for project",
  "project.builds_on": "switch builds on for project",
  "share.first_use": "first use of share",
  "share.undo_revoke": "take back revoking share",
  "version.sync": "sync versions of project",
  "version.sync_request": "ask to sync versions of project",
};

/** `team.member.add` as words, the verb first: “add team member”. */
export function actionText(action: string): string {
  const [verb = "", ...nouns] = action.split(".").reverse();
  return spoken[action] ?? [verb, ...nouns.reverse()].join(" ").replaceAll(/[_-]/g, " ");
}

/** One value of a change, short enough for a table. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === "") return "nothing";
  if (Array.isArray(value)) return value.length === 0 ? "nothing" : value.map(valueText).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const isFromTo = (value: unknown): value is { from: unknown; to: unknown } =>
  typeof value === "object" && value !== null && "from" in value && "to" in value;

/** `repositoryUrl` and `as_owner` as words. */
const fieldText = (name: string): string =>
  name
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();

export type ChangeText = { field: string; from: string | null; to: string };

/** The changes of an event, field by field; `from` is null where only the new value is known. What was nothing and is nothing is none. */
export const changesOf = (changes: Readonly<Record<string, unknown>> | null): readonly ChangeText[] =>
  Object.entries(changes ?? {})
    .map(([name, value]) => ({
      field: fieldText(name),
      from: isFromTo(value) && value.from !== null ? valueText(value.from) : null,
      to: valueText(isFromTo(value) ? value.to : value),
    }))
    .filter(({ from, to }) => to !== "nothing" || (from !== null && from !== "nothing"));
