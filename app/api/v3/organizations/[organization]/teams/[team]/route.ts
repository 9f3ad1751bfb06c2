import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { teamOwner, teamViewer } from "#app/api/v3/organizations/_gates.ts";
import { deleteTeam, updateTeam } from "#lib/organizations/teams/commands.ts";
import { presentTeam } from "#lib/organizations/teams/present.ts";
import { openTeam } from "#lib/organizations/teams/queries.ts";
import { teamChanges, teamJson } from "#lib/organizations/teams/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "Show a team",
    gate: teamViewer,
    response: teamJson,
    expand: { members: {} },
    run: async ({ team, expand }) => presentTeam(team, { members: expand.has("members") }),
  }),
  PATCH: endpoint({
    summary: "Change a team's name or access; its slug follows the name",
    gate: teamOwner,
    body: teamChanges,
    response: teamJson,
    expand: { members: {} },
    run: async ({ organization, team, body, expand }) => {
      const slug = await updateTeam(team, body);
      return presentTeam(await openTeam(organization, slug, "view"), { members: expand.has("members") });
    },
  }),
  DELETE: endpoint({
    summary: "Delete a team",
    gate: teamOwner,
    response: null,
    run: ({ team }) => deleteTeam(team),
  }),
});
