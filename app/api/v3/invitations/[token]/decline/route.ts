import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { businessOnly } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { invitationReceiver } from "#app/api/v3/invitations/_gates.ts";
import { declineInvitation } from "#lib/organizations/invitations/commands.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods(
  {
    POST: endpoint({
      summary: "Decline an invitation",
      gate: invitationReceiver,
      response: null,
      run: ({ invitation }) => declineInvitation(invitation),
    }),
  },
  { reading: businessOnly },
);
