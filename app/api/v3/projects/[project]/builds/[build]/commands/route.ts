import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { projectAdmin } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { buildViewer } from "#app/api/v3/projects/_gates.ts";
import { listCommands } from "#lib/builds/log/queries.ts";
import { presentCommand } from "#lib/builds/present.ts";
import { buildCommandJson } from "#lib/builds/schema.ts";
import { pageOf } from "#lib/platform/wire/page.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods(
  {
    GET: endpoint({
      summary: "List the commands of a build in the order they ran",
      gate: buildViewer,
      response: pageOf(buildCommandJson),
      run: async ({ build, page, list }) => list(await listCommands(build, page), presentCommand),
    }),
  },
  { otherwise: projectAdmin },
);
