import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { shareGate } from "#app/api/v3/projects/_gates.ts";
import { presentReach } from "#lib/sharing/trials/present.ts";
import { listReach } from "#lib/sharing/trials/queries.ts";
import { reachJson, reachQuery } from "#lib/sharing/trials/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary:
      "Which versions and pages a share reaches now, or one of its recipients does, decided as docs hosts decide",
    gate: shareGate,
    query: reachQuery,
    response: reachJson,
    run: async ({ share, query }) => presentReach(await listReach(share, query.recipient)),
  }),
});
