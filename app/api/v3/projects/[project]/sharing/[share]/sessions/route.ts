import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { shareGate } from "#app/api/v3/projects/_gates.ts";
import { pageOf } from "#lib/platform/wire/page.ts";
import { presentShareSession } from "#lib/sharing/sessions/present.ts";
import { listShareSessions } from "#lib/sharing/sessions/queries.ts";
import { sessionQuery, shareSessionJson } from "#lib/sharing/sessions/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "List the browsers that opened a share, the latest first",
    gate: shareGate,
    query: sessionQuery,
    response: pageOf(shareSessionJson),
    run: async ({ share, query, page, list }) =>
      list(await listShareSessions(share, query, page), presentShareSession),
  }),
});
