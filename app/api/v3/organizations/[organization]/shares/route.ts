import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { organizationOwner } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { pageOf } from "#lib/platform/wire/page.ts";
import { presentListedShare } from "#lib/sharing/present.ts";
import { listOrganizationShares } from "#lib/sharing/queries.ts";
import { organizationShareJson, organizationShareQuery } from "#lib/sharing/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary:
      "List the shares of all projects of an organization, live ones unless another status is asked for",
    gate: organizationOwner,
    query: organizationShareQuery,
    response: pageOf(organizationShareJson),
    run: async ({ organization, query, page, list }) =>
      list(await listOrganizationShares(organization, query, page), presentListedShare),
  }),
});
