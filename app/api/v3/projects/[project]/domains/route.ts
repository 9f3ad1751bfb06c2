import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { projectAdmin } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { createDomain } from "#lib/domains/commands.ts";
import { presentDomain } from "#lib/domains/present.ts";
import { listDomains } from "#lib/domains/queries.ts";
import { domainInput, domainJson } from "#lib/domains/schema.ts";
import { pageOf } from "#lib/platform/wire/page.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "List a project's own domains",
    gate: projectAdmin,
    response: pageOf(domainJson),
    run: async ({ project, page, list }) => list(await listDomains(project, page), presentDomain),
  }),
  POST: endpoint({
    summary: "Claim a domain; it is served once its DNS shows that its owner wants that",
    gate: projectAdmin,
    body: domainInput,
    response: domainJson,
    status: 201,
    run: async ({ project, body }) => presentDomain(await createDomain(project, body)),
  }),
});
