import { endpoint, Reply } from "#app/api/v3/_kit/endpoint.ts";
import { projectAdmin } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { requestSync } from "#lib/versions/refs/commands.ts";
import { syncAnswer } from "#lib/versions/refs/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  POST: endpoint({
    summary: "Look at the repository for new and gone branches and tags",
    gate: projectAdmin,
    response: syncAnswer,
    status: 202,
    also: { 400: syncAnswer },
    run: async ({ project }) => {
      const triggered = await requestSync(project);
      return triggered ? { triggered } : new Reply(400, { triggered });
    },
  }),
});
