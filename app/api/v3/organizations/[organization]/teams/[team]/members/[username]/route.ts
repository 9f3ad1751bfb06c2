import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { businessOnly } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { teamMemberRemover } from "#app/api/v3/organizations/_gates.ts";
import { removeTeamMember } from "#lib/organizations/teams/commands.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods(
  {
    DELETE: endpoint({
      summary: "Take somebody out of a team; everybody may leave",
      gate: teamMemberRemover,
      response: null,
      run: ({ member }) => removeTeamMember(member),
    }),
  },
  { reading: businessOnly },
);
