import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { organizationOwner } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { invite } from "#lib/organizations/invitations/commands.ts";
import { presentInvitation } from "#lib/organizations/invitations/present.ts";
import { listInvitations, openInvitation } from "#lib/organizations/invitations/queries.ts";
import { invitationFilter, invitationInput, invitationJson } from "#lib/organizations/invitations/schema.ts";
import { clock } from "#lib/platform/clock.ts";
import { pageOf } from "#lib/platform/wire/page.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "List invitations to an organization, by default those waiting for an answer",
    gate: organizationOwner,
    query: invitationFilter,
    response: pageOf(invitationJson),
    run: async ({ organization, query, page, list }) =>
      list(await listInvitations(organization, query, page), (row) => presentInvitation(row, clock.now())),
  }),
  POST: endpoint({
    summary: "Invite somebody by e-mail",
    gate: organizationOwner,
    body: invitationInput,
    response: invitationJson,
    status: 201,
    run: async ({ organization, body }) => {
      const { id } = await invite(organization, body);
      return presentInvitation(await openInvitation(organization, id), clock.now());
    },
  }),
});
