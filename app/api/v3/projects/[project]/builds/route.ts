import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { projectAdmin, projectFiltered } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { answerBuilds, buildAnswer, buildExpand } from "#app/api/v3/projects/_answers.ts";
import { listBuilds } from "#lib/builds/queries.ts";
import { buildFilter } from "#lib/builds/schema.ts";
import { pageOf } from "#lib/platform/wire/page.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods(
  {
    GET: endpoint({
      summary: "List the builds of a project, newest first",
      gate: projectFiltered,
      query: buildFilter,
      response: pageOf(buildAnswer),
      expand: buildExpand,
      run: async ({ project, query, page, expand, list }) => {
        const { count, rows } = await listBuilds(project, query, page);
        return list({ count, rows: await answerBuilds(rows, expand) }, (answer) => answer);
      },
    }),
  },
  { otherwise: projectAdmin },
);
