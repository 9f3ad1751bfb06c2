import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { organizationMember } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { answerProjects, projectAnswer, projectExpand } from "#app/api/v3/projects/_answers.ts";
import { pageOf } from "#lib/platform/wire/page.ts";
import { listOrganizationProjects } from "#lib/projects/queries.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "List an organization's projects that you may see",
    gate: organizationMember,
    response: pageOf(projectAnswer),
    expand: projectExpand,
    run: async ({ actor, organization, page, expand, list }) => {
      const { count, rows } = await listOrganizationProjects(actor, organization.id, page);
      return list({ count, rows: await answerProjects(rows, expand) }, (answer) => answer);
    },
  }),
});
