import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { projectAdmin } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { buildViewer } from "#app/api/v3/projects/_gates.ts";
import { presentEnvironment } from "#lib/builds/environments/present.ts";
import { findEnvironment } from "#lib/builds/environments/queries.ts";
import { environmentJson } from "#lib/builds/environments/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods(
  {
    GET: endpoint({
      summary: "Show what a build ran in: system, tools, variables without private values",
      gate: buildViewer,
      response: environmentJson,
      run: async ({ build }) => presentEnvironment(await findEnvironment(build)),
    }),
  },
  { otherwise: projectAdmin },
);
