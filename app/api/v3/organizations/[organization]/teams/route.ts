import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { organizationMember } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { presentTeam } from "#lib/organizations/teams/present.ts";
import { listTeams } from "#lib/organizations/teams/queries.ts";
import { teamJson } from "#lib/organizations/teams/schema.ts";
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
});
