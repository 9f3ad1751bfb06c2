import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { nobody, projectViewer } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { answerProject, projectAnswer, projectExpand } from "#app/api/v3/projects/_answers.ts";
import { notFound } from "#lib/platform/errors.ts";
import { findSuperproject } from "#lib/projects/queries.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods(
  {
    GET: endpoint({
      summary: "Show the project this one is a subproject of",
      gate: projectViewer,
      response: projectAnswer,
      expand: projectExpand,
      run: async ({ project, expand }) => {
        const parent = await findSuperproject(project);
        if (!parent) throw notFound("Project");
        return answerProject(parent, expand);
      },
    }),
  },
  { otherwise: nobody },
);
