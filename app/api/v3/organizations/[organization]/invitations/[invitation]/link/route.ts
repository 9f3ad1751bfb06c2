import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { businessOnly } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { invitationOwner } from "#app/api/v3/organizations/_gates.ts";
import { makeInvitationLink } from "#lib/organizations/invitations/commands.ts";
import { presentInvitationLink } from "#lib/organizations/invitations/present.ts";
import { openInvitation } from "#lib/organizations/invitations/queries.ts";
import { invitationLinkJson } from "#lib/organizations/invitations/schema.ts";
import { clock } from "#lib/platform/clock.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods(
  {
    POST: endpoint({
      summary: "Make a new link of an invitation to hand over yourself; the earlier link ends",
      gate: invitationOwner,
      response: invitationLinkJson,
      status: 201,
      run: async ({ organization, invitation }) => {
        const { token } = await makeInvitationLink(invitation);
        return presentInvitationLink(await openInvitation(organization, invitation.id), token, clock.now());
      },
    }),
  },
  { reading: businessOnly },
);
