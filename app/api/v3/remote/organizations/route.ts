import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { signedInOnly } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { pageOf } from "#lib/platform/wire/page.ts";
import { presentRemoteOrganization } from "#lib/remotes/present.ts";
import { listRemoteOrganizations } from "#lib/remotes/queries.ts";
import { remoteOrganizationFilter, remoteOrganizationJson } from "#lib/remotes/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "List the organizations your accounts on code hosts belong to, by name",
    gate: signedInOnly,
    query: remoteOrganizationFilter,
    response: pageOf(remoteOrganizationJson),
    run: async ({ actor, query, page, list }) =>
      list(await listRemoteOrganizations(actor, query, page), presentRemoteOrganization),
  }),
});
