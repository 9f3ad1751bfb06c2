import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { teamOwner, teamViewer } from "#app/api/v3/organizations/_gates.ts";
import { usernameInput } from "#lib/organizations/schema.ts";
import { addTeamMember } from "#lib/organizations/teams/commands.ts";
import { presentTeamMember } from "#lib/organizations/teams/present.ts";
import { listTeamMembers, openTeamMember } from "#lib/organizations/teams/queries.ts";
import { teamMemberJson } from "#lib/organizations/teams/schema.ts";
import { pageOf } from "#lib/platform/wire/page.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "List a team's members",
    gate: teamViewer,
    response: pageOf(teamMemberJson),
    run: async ({ team, page, list }) => list(await listTeamMembers(team, page), presentTeamMember),
  }),
  POST: endpoint({
    summary: "Put one of the organization's people into a team",
    gate: teamOwner,
    body: usernameInput,
    response: teamMemberJson,
    status: 201,
    run: async ({ organization, team, body }) => {
      const { username } = await addTeamMember(team, body.username);
      return presentTeamMember(await openTeamMember(organization, team, username, "view"));
    },
  }),
});
