import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { nobody, signedInOnly } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import {
  answerProject,
  answerProjects,
  projectAnswer,
  projectExpand,
} from "#app/api/v3/projects/_answers.ts";
import { projectImporter } from "#app/api/v3/projects/_gates.ts";
import { repositoryPolicy } from "#app/api/v3/projects/_policy.ts";
import { pageOf } from "#lib/platform/wire/page.ts";
import { createProject } from "#lib/projects/commands.ts";
import { listProjects } from "#lib/projects/queries.ts";
import { projectFilter, projectInput } from "#lib/projects/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods(
  {
    GET: endpoint({
      summary: "List the projects you have a part in",
      gate: signedInOnly,
      query: projectFilter,
      response: pageOf(projectAnswer),
      expand: projectExpand,
      run: async ({ actor, query, page, expand, list }) => {
        const { count, rows } = await listProjects(actor, query, page);
        return list({ count, rows: await answerProjects(rows, expand) }, (answer) => answer);
      },
    }),
    POST: endpoint({
      summary: "Import a project from a git repository",
      gate: projectImporter,
      body: projectInput(repositoryPolicy),
      response: projectAnswer,
      status: 201,
      expand: projectExpand,
      run: async ({ actor, body, expand }) => answerProject(await createProject(actor, body), expand),
    }),
  },
  { otherwise: nobody },
);
