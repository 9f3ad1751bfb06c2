import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { businessOnly, named } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { teamOwner } from "#app/api/v3/organizations/_gates.ts";
import { removeTeamProject } from "#lib/organizations/teams/commands.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods(
  {
    DELETE: endpoint({
      summary: "Take a project out of a team",
      gate: teamOwner,
      response: null,
      run: ({ team, params }) => removeTeamProject(team, named(params, "project")),
    }),
  },
  { reading: businessOnly },
);
