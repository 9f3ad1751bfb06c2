import { z } from "zod";
import { auditKinds } from "#lib/audit/rules.ts";
import { moment } from "#lib/platform/wire/dates.ts";
import { filterChoice, filterDay, filterText } from "#lib/platform/wire/filters.ts";

export const auditActors = ["user", "token", "integration", "share", "system", "operator"] as const;

/**
 * One line of history. Ids are texts here: some are longer than a number in JSON holds. `changes` says field by field from what to
 * what; of secrets only that they changed.
 */
export const auditEventJson = z
  .object({
    id: z.string(),
    at: moment,
    actor: z.object({ kind: z.enum(auditActors), name: z.string(), token: z.int().nullable() }),
    action: z.string(),
    kind: z.enum(auditKinds),
    subject: z.object({ kind: z.string(), id: z.string(), name: z.string() }),
    /** The slug of the project it happened in, also of one that is gone. */
    project: z.string().nullable(),
    changes: z.record(z.string(), z.unknown()).nullable(),
    address: z.string().nullable(),
    client: z.string().nullable(),
  })
  .meta({ id: "AuditEvent" });
export type AuditEventJson = z.infer<typeof auditEventJson>;

/** `from` and `to` are days in UTC, both included. `as` answers all that match as a file. */
export const auditQuery = z.object({
  q: filterText({ max: 200 }),
  actor: filterText({ max: 200 }),
  kind: filterChoice(auditKinds),
  from: filterDay(),
  to: filterDay(),
  as: filterChoice(["csv", "json"]),
});
export type AuditFilter = z.output<typeof auditQuery>;
