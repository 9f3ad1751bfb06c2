import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { domainAdmin } from "#app/api/v3/projects/_gates.ts";
import { deleteDomain, updateDomain } from "#lib/domains/commands.ts";
import { presentDomain } from "#lib/domains/present.ts";
import type { Domain } from "#lib/domains/queries.ts";
import { domainChanges, domainJson } from "#lib/domains/schema.ts";

const tag = ({ domain }: { domain: Domain }) => domain;

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "Show a domain: the records it needs, what was found, and how far it is",
    gate: domainAdmin,
    tag,
    response: domainJson,
    run: async ({ domain }) => presentDomain(domain),
  }),
  PATCH: endpoint({
    summary: "Change a domain's settings; one that is not verified has another 30 days",
    gate: domainAdmin,
    tag,
    body: domainChanges,
    response: domainJson,
    run: async ({ domain, body, unchanged }) =>
      presentDomain(await updateDomain(domain, body, { unchanged })),
  }),
  DELETE: endpoint({
    summary: "Give a domain up",
    gate: domainAdmin,
    tag,
    response: null,
    run: ({ domain, unchanged }) => deleteDomain(domain, { unchanged }),
  }),
});
