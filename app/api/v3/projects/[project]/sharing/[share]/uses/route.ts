import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { shareGate } from "#app/api/v3/projects/_gates.ts";
import { presentUse } from "#lib/sharing/use/present.ts";
import { listUse } from "#lib/sharing/use/queries.ts";
import { useJson, useQuery } from "#lib/sharing/use/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "How a share was used in the last 30 or 90 days, by day and by recipient",
    gate: shareGate,
    query: useQuery,
    response: useJson,
    run: async ({ share, query }) => presentUse(await listUse(share, query)),
  }),
});
