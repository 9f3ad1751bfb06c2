import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { teamOwner, teamViewer } from "#app/api/v3/organizations/_gates.ts";
import { answerProject, answerProjects, projectAnswer } from "#app/api/v3/projects/_answers.ts";
import { addTeamProject } from "#lib/organizations/teams/commands.ts";
import { teamProjectInput } from "#lib/organizations/teams/schema.ts";
import { pageOf } from "#lib/platform/wire/page.ts";
import { listOrganizationProjects, openProject } from "#lib/projects/queries.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "List a team's projects",
    gate: teamViewer,
    response: pageOf(projectAnswer),
    run: async ({ actor, organization, team, page, list }) => {
      const { count, rows } = await listOrganizationProjects(actor, organization.id, page, team.id);
      return list({ count, rows: await answerProjects(rows) }, (answer) => answer);
    },
  }),
  POST: endpoint({
    summary: "Give a team one of the organization's projects",
    gate: teamOwner,
    body: teamProjectInput,
    response: projectAnswer,
    status: 201,
    run: async ({ actor, team, body }) => {
      await addTeamProject(team, body.project);
      return answerProject(await openProject(actor, body.project, "view"));
    },
  }),
});
