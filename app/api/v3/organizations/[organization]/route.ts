import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { organizationMember, organizationOwner, proven } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { deleteOrganization, updateOrganization } from "#lib/organizations/commands.ts";
import { presentOrganization } from "#lib/organizations/present.ts";
import { openOrganization } from "#lib/organizations/queries.ts";
import { organizationChanges, organizationJson } from "#lib/organizations/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "Show an organization",
    gate: organizationMember,
    tag: ({ organization }) => organization,
    response: organizationJson,
    run: async ({ organization }) => presentOrganization(organization),
  }),
  PATCH: endpoint({
    summary: "Change an organization's name, description and addresses",
    gate: organizationOwner,
    tag: ({ organization }) => organization,
    body: organizationChanges,
    response: organizationJson,
    run: async ({ actor, organization, body, unchanged }) => {
      await updateOrganization(organization, body, { unchanged });
      return presentOrganization(await openOrganization(actor, organization.slug, "view"));
    },
  }),
  DELETE: endpoint({
    summary: "Delete an organization that has no projects",
    gate: proven(organizationOwner),
    tag: ({ organization }) => organization,
    response: null,
    run: ({ organization, unchanged }) => deleteOrganization(organization, { unchanged }),
  }),
});
