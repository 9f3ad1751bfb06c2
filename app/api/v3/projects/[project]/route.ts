import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { nobody, projectAdmin, projectViewer, proven } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { answerProject, projectAnswer, projectExpand } from "#app/api/v3/projects/_answers.ts";
import { repositoryPolicy } from "#app/api/v3/projects/_policy.ts";
import { deleteProject, updateProject } from "#lib/projects/commands.ts";
import { projectChanges, projectReplacement } from "#lib/projects/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods(
  {
    GET: endpoint({
      summary: "Show a project",
      gate: projectViewer,
      tag: ({ project }) => project,
      response: projectAnswer,
      expand: projectExpand,
      run: ({ project, expand }) => answerProject(project, expand),
    }),
    PUT: endpoint({
      summary: "Replace a project's name and repository, and change whatever else is given",
      gate: projectAdmin,
      tag: ({ project }) => project,
      body: projectReplacement(repositoryPolicy),
      response: null,
      run: async ({ project, body, unchanged }) => {
        await updateProject(project, body, { unchanged });
      },
    }),
    PATCH: endpoint({
      summary: "Change a project",
      gate: projectAdmin,
      tag: ({ project }) => project,
      body: projectChanges(repositoryPolicy),
      response: null,
      run: async ({ project, body, unchanged }) => {
        await updateProject(project, body, { unchanged });
      },
    }),
    DELETE: endpoint({
      summary: "Delete a project; its documentation is gone at once",
      gate: proven(projectAdmin),
      tag: ({ project }) => project,
      response: null,
      run: async ({ project, unchanged }) => {
        await deleteProject(project, { unchanged });
      },
    }),
  },
  { otherwise: nobody },
);
