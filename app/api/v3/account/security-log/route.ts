import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { sessionOnly } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { presentSecurityEvent } from "#lib/accounts/security-log/present.ts";
import { listSecurityEvents } from "#lib/accounts/security-log/queries.ts";
import { securityEventJson } from "#lib/accounts/security-log/schema.ts";
import { pageOf } from "#lib/platform/wire/page.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "List what happened to your account, latest first",
    gate: sessionOnly,
    response: pageOf(securityEventJson),
    run: async ({ actor, page, list }) => list(await listSecurityEvents(actor, page), presentSecurityEvent),
  }),
});
