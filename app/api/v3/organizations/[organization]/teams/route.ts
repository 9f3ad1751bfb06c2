import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { organizationMember, organizationOwner } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { createTeam } from "#lib/organizations/teams/commands.ts";
import { presentTeam } from "#lib/organizations/teams/present.ts";
import { listTeams, openTeam } from "#lib/organizations/teams/queries.ts";
import { teamInput, teamJson } from "#lib/organizations/teams/schema.ts";
import { pageOf } from "#lib/platform/wire/page.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "List an organization's teams: all for its owners, their own for members",
    gate: organizationMember,
    response: pageOf(teamJson),
    expand: { members: {} },
    run: async ({ organization, page, expand, list }) =>
      list(await listTeams(organization, page), (row) =>
        presentTeam(row, { members: expand.has("members") }),
      ),
  }),
  POST: endpoint({
    summary: "Create a team",
    gate: organizationOwner,
    body: teamInput,
    response: teamJson,
    expand: { members: {} },
    status: 201,
    run: async ({ organization, body, expand }) => {
      const { slug } = await createTeam(organization, { ...body, memberIds: [], projectSlugs: [] });
      return presentTeam(await openTeam(organization, slug, "view"), { members: expand.has("members") });
    },
  }),
});
