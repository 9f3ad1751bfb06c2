import { stringify } from "csv-stringify/sync";
import type { AuditEvent } from "#lib/audit/queries.ts";
import { auditKindOf } from "#lib/audit/rules.ts";
import type { AuditEventJson } from "#lib/audit/schema.ts";
import { wireDate } from "#lib/platform/wire/dates.ts";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const presentAuditEvent = (row: AuditEvent): AuditEventJson => ({
  id: String(row.id),
  at: wireDate(row.at),
  actor: { kind: row.actorKind, name: row.actorLabel, token: row.tokenId },
  action: row.action,
  kind: auditKindOf(row.action),
  subject: { kind: row.subjectKind, id: row.subjectId, name: row.subjectLabel },
  project: row.project,
  changes: isRecord(row.changes) ? row.changes : null,
  address: row.address,
  client: row.client,
});

const columns = [
  "at",
  "actor",
  "actor_kind",
  "action",
  "subject_kind",
  "subject",
  "project",
  "changes",
  "address",
  "client",
];

/** Events as a table, the names of the columns first. Whatever a caller sent, no spreadsheet calculates with it. */
export const formatAuditEvents = (events: readonly AuditEventJson[]): string =>
  stringify(
    events.map((event) => [
      event.at,
      event.actor.name,
      event.actor.kind,
      event.action,
      event.subject.kind,
      event.subject.name,
      event.project ?? "",
      event.changes === null ? "" : JSON.stringify(event.changes),
      event.address ?? "",
      event.client ?? "",
    ]),
    { header: true, columns, escape_formulas: true },
  );
