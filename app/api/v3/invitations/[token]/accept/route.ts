import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { businessOnly } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { invitationReceiver } from "#app/api/v3/invitations/_gates.ts";
import { acceptInvitation } from "#lib/organizations/invitations/commands.ts";
import { presentOrganization } from "#lib/organizations/present.ts";
import { openOrganization } from "#lib/organizations/queries.ts";
import { organizationJson } from "#lib/organizations/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods(
  {
    POST: endpoint({
      summary: "Accept an invitation",
      gate: invitationReceiver,
      response: organizationJson,
      run: async ({ actor, invitation }) => {
        await acceptInvitation(invitation);
        return presentOrganization(await openOrganization(actor, invitation.organization.slug, "view"));
      },
    }),
  },
  { reading: businessOnly },
);
