import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { businessProjectAdmin, named } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { forgetHost } from "#lib/projects/known-hosts/commands.ts";
import { presentKnownHost } from "#lib/projects/known-hosts/present.ts";
import { getKnownHost } from "#lib/projects/known-hosts/queries.ts";
import { knownHostJson } from "#lib/projects/known-hosts/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "Show the pinned keys of a host",
    gate: businessProjectAdmin,
    response: knownHostJson,
    run: async ({ project, params }) => presentKnownHost(await getKnownHost(project, named(params, "known"))),
  }),
  DELETE: endpoint({
    summary: "Forget a host's keys; the next build pins those it shows then",
    gate: businessProjectAdmin,
    response: null,
    run: ({ project, params }) => forgetHost(project, named(params, "known")),
  }),
});
