import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { projectAdmin, projectFiltered } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { answerVersions, versionAnswer, versionExpand } from "#app/api/v3/projects/_answers.ts";
import { pageOf } from "#lib/platform/wire/page.ts";
import { listVersions } from "#lib/versions/queries.ts";
import { versionFilter } from "#lib/versions/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods(
  {
    GET: endpoint({
      summary: "List the versions of a project, by name from Z to A",
      gate: projectFiltered,
      query: versionFilter,
      response: pageOf(versionAnswer),
      expand: versionExpand,
      run: async ({ project, query, page, expand, keeps, list }) => {
        const { count, rows } = await listVersions(project, query, page);
        return list({ count, rows: await answerVersions(rows, expand, keeps) }, (answer) => answer);
      },
    }),
  },
  { otherwise: projectAdmin },
);
