import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { invitationOwner } from "#app/api/v3/organizations/_gates.ts";
import { revokeInvitation } from "#lib/organizations/invitations/commands.ts";
import { presentInvitation } from "#lib/organizations/invitations/present.ts";
import { invitationJson } from "#lib/organizations/invitations/schema.ts";
import { clock } from "#lib/platform/clock.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "Show an invitation and what became of it",
    gate: invitationOwner,
    response: invitationJson,
    run: async ({ invitation }) => presentInvitation(invitation, clock.now()),
  }),
  DELETE: endpoint({
    summary: "Withdraw an invitation",
    gate: invitationOwner,
    response: null,
    run: ({ invitation }) => revokeInvitation(invitation),
  }),
});
