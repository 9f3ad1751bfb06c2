import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { businessSignedIn } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { createOrganization } from "#lib/organizations/commands.ts";
import { presentOrganization } from "#lib/organizations/present.ts";
import { listOrganizations, openOrganization } from "#lib/organizations/queries.ts";
import { organizationInput, organizationJson } from "#lib/organizations/schema.ts";
import { pageOf } from "#lib/platform/wire/page.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "List your organizations",
    gate: businessSignedIn,
    response: pageOf(organizationJson),
    run: async ({ actor, page, list }) => list(await listOrganizations(actor, page), presentOrganization),
  }),
  POST: endpoint({
    summary: "Create an organization and own it",
    gate: businessSignedIn,
    body: organizationInput,
    response: organizationJson,
    status: 201,
    run: async ({ actor, body }) => {
      const { slug } = await createOrganization(actor, body, actor.userId);
      return presentOrganization(await openOrganization(actor, slug, "view"));
    },
  }),
});
