import type { Input } from "#app/api/v3/_kit/endpoint.ts";
import { formatAuditEvents, presentAuditEvent } from "#lib/audit/present.ts";
import type { AuditEvent } from "#lib/audit/queries.ts";
import { type AuditFilter, auditEventJson } from "#lib/audit/schema.ts";
import { type Found, type PageRequest, pageOf } from "#lib/platform/wire/page.ts";

/** Events of a file; `limit` does not count for it, because somebody who saves it wants what there is. */
const mostEvents = 10_000;

export const auditPage = pageOf(auditEventJson);

/** A page of the history, or all of it as a file called `name`. */
export async function answerAudit(
  { query, page, list }: Pick<Input<AuditFilter, unknown>, "query" | "page" | "list">,
  name: string,
  find: (page: PageRequest) => Promise<Found<AuditEvent>>,
) {
  if (query.as === undefined) return list(await find(page), presentAuditEvent);
  const { rows } = await find({ limit: mostEvents, offset: 0 });
  const events = rows.map(presentAuditEvent);
  const [type, text] =
    query.as === "csv"
      ? ["text/csv", formatAuditEvents(events)]
      : ["application/json", JSON.stringify(events, null, 2)];
  return new Response(text, {
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "content-disposition": `attachment; filename="${name}-activity.${query.as}"`,
    },
  });
}
