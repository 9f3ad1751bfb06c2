import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { projectAdmin, projectViewer } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { pageOf } from "#lib/platform/wire/page.ts";
import { describeProjects } from "#lib/projects/queries.ts";
import { createSubproject } from "#lib/projects/subprojects/commands.ts";
import { presentSubproject } from "#lib/projects/subprojects/present.ts";
import { listSubprojects } from "#lib/projects/subprojects/queries.ts";
import { subprojectInput, subprojectJson } from "#lib/projects/subprojects/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "List the subprojects of a project, the oldest relation first",
    gate: projectViewer,
    response: pageOf(subprojectJson),
    run: async ({ project, page, list }) => {
      const found = await listSubprojects(project, page);
      const details = await describeProjects(found.rows.map(({ child }) => child));
      return list(found, (subproject) => presentSubproject(subproject, details));
    },
  }),
  POST: endpoint({
    summary: "Attach a project below another one",
    gate: projectAdmin,
    body: subprojectInput,
    response: subprojectJson,
    status: 201,
    run: async ({ project, body }) => {
      const subproject = await createSubproject(project, body);
      return presentSubproject(subproject, await describeProjects([subproject.child]));
    },
  }),
});
