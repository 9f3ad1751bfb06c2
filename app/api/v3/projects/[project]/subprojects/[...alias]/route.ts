import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { subprojectAdmin, subprojectViewer } from "#app/api/v3/projects/_gates.ts";
import { describeProjects } from "#lib/projects/queries.ts";
import { deleteSubproject } from "#lib/projects/subprojects/commands.ts";
import { presentSubproject } from "#lib/projects/subprojects/present.ts";
import { subprojectJson } from "#lib/projects/subprojects/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "Show a subproject",
    gate: subprojectViewer,
    response: subprojectJson,
    run: async ({ subproject }) => presentSubproject(subproject, await describeProjects([subproject.child])),
  }),
  DELETE: endpoint({
    summary: "Detach a subproject; both projects stay",
    gate: subprojectAdmin,
    response: null,
    run: async ({ subproject }) => {
      await deleteSubproject(subproject);
    },
  }),
});
