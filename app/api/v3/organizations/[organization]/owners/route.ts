import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { organizationMember, organizationOwner } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { addOwner } from "#lib/organizations/members/commands.ts";
import { presentMember } from "#lib/organizations/members/present.ts";
import { listMembers, openMember } from "#lib/organizations/members/queries.ts";
import { memberJson } from "#lib/organizations/members/schema.ts";
import { usernameInput } from "#lib/organizations/schema.ts";
import { pageOf } from "#lib/platform/wire/page.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "List the owners of an organization",
    gate: organizationMember,
    response: pageOf(memberJson),
    run: async ({ organization, page, list }) =>
      list(await listMembers(organization, page, "owners"), presentMember),
  }),
  POST: endpoint({
    summary: "Make one of the organization's people an owner",
    gate: organizationOwner,
    body: usernameInput,
    response: memberJson,
    status: 201,
    run: async ({ organization, body }) => {
      const { username } = await addOwner(organization, body.username);
      return presentMember(await openMember(organization, username, "view"));
    },
  }),
});
