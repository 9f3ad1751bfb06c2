import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { invitationHolder } from "#app/api/v3/invitations/_gates.ts";
import { presentReceived } from "#lib/organizations/invitations/present.ts";
import { isForCaller } from "#lib/organizations/invitations/queries.ts";
import { receivedInvitationJson } from "#lib/organizations/invitations/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "Show what the link of an invitation leads to",
    gate: invitationHolder,
    response: receivedInvitationJson,
    run: async ({ invitation, token }) => presentReceived(invitation, token, await isForCaller(invitation)),
  }),
});
