import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { sessionOnly } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { endOtherSessions } from "#lib/accounts/sessions/commands.ts";
import { presentSession } from "#lib/accounts/sessions/present.ts";
import { listSessions } from "#lib/accounts/sessions/queries.ts";
import { sessionJson } from "#lib/accounts/sessions/schema.ts";
import { pageOf } from "#lib/platform/wire/page.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "List where you are logged in",
    gate: sessionOnly,
    response: pageOf(sessionJson),
    run: async ({ actor, page, list }) =>
      list(await listSessions(actor, page), (row) => presentSession(row, actor)),
  }),
  DELETE: endpoint({
    summary: "Sign out everywhere but here",
    gate: sessionOnly,
    response: null,
    run: ({ actor }) => endOtherSessions(actor),
  }),
});
