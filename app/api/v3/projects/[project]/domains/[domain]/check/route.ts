import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { domainAdmin } from "#app/api/v3/projects/_gates.ts";
import { requestCheck } from "#lib/domains/commands.ts";
import { presentDomain } from "#lib/domains/present.ts";
import { domainJson } from "#lib/domains/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  POST: endpoint({
    summary: "Look at a domain's DNS again; the domain shows the result a few seconds later",
    gate: domainAdmin,
    response: domainJson,
    status: 202,
    run: async ({ domain }) => presentDomain(await requestCheck(domain)),
  }),
});
