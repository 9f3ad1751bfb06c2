import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { organizationMember } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { presentOrganization } from "#lib/organizations/present.ts";
import { organizationJson } from "#lib/organizations/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "Show an organization",
    gate: organizationMember,
    tag: ({ organization }) => organization,
    response: organizationJson,
    run: async ({ organization }) => presentOrganization(organization),
  }),
});
