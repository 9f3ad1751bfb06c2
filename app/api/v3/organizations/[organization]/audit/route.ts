import { answerAudit, auditPage } from "#app/api/v3/_audit.ts";
import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { organizationOwner } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { listOrganizationEvents } from "#lib/audit/queries.ts";
import { auditQuery } from "#lib/audit/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary:
      "List what was done to an organization, its people and its projects, the latest first; with `as` the latest 10,000 as a file",
    gate: organizationOwner,
    query: auditQuery,
    response: auditPage,
    types: ["text/csv"],
    run: ({ organization, ...input }) =>
      answerAudit(input, organization.slug, (page) =>
        listOrganizationEvents(organization, input.query, page),
      ),
  }),
});
