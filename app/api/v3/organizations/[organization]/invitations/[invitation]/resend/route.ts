import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { businessOnly } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { invitationOwner } from "#app/api/v3/organizations/_gates.ts";
import { resendInvitation } from "#lib/organizations/invitations/commands.ts";
import { presentInvitation } from "#lib/organizations/invitations/present.ts";
import { openInvitation } from "#lib/organizations/invitations/queries.ts";
import { invitationJson } from "#lib/organizations/invitations/schema.ts";
import { clock } from "#lib/platform/clock.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods(
  {
    POST: endpoint({
      summary: "Mail an invitation again with a new link and a new end",
      gate: invitationOwner,
      response: invitationJson,
      status: 202,
      run: async ({ organization, invitation }) => {
        await resendInvitation(invitation);
        return presentInvitation(await openInvitation(organization, invitation.id), clock.now());
      },
    }),
  },
  { reading: businessOnly },
);
