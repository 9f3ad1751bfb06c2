import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { organizationMember } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { presentMember } from "#lib/organizations/members/present.ts";
import { listMembers } from "#lib/organizations/members/queries.ts";
import { memberJson } from "#lib/organizations/members/schema.ts";
import { pageOf } from "#lib/platform/wire/page.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "List the people of an organization with those of their teams that you see",
    gate: organizationMember,
    response: pageOf(memberJson),
    run: async ({ organization, page, list }) => list(await listMembers(organization, page), presentMember),
  }),
});
