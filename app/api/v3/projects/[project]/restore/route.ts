import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { signedInOnly } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { answerProject, projectAnswer, projectExpand } from "#app/api/v3/projects/_answers.ts";
import { deletedProjectAdmin } from "#app/api/v3/projects/_gates.ts";
import { restoreProject } from "#lib/projects/deleted/commands.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods(
  {
    POST: endpoint({
      summary: "Restore a deleted project, within 14 days",
      gate: deletedProjectAdmin,
      response: projectAnswer,
      expand: projectExpand,
      run: async ({ project, expand }) => answerProject(await restoreProject(project), expand),
    }),
  },
  { otherwise: signedInOnly },
);
