import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { projectAdmin, projectFiltered } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { answerProjects, projectAnswer, projectExpand } from "#app/api/v3/projects/_answers.ts";
import { nothingFound, pageOf } from "#lib/platform/wire/page.ts";
import { listTranslations } from "#lib/projects/queries.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods(
  {
    GET: endpoint({
      summary: "List the translations of a project, by slug",
      gate: projectFiltered,
      response: pageOf(projectAnswer),
      expand: projectExpand,
      run: async ({ project, page, expand, list }) => {
        const { count, rows } = project ? await listTranslations(project, page) : nothingFound;
        return list({ count, rows: await answerProjects(rows, expand) }, (answer) => answer);
      },
    }),
  },
  { otherwise: projectAdmin },
);
