import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { projectAdmin } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { clearCaches } from "#lib/builds/caches/commands.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  DELETE: endpoint({
    summary: "Forget what builds have kept; the next one downloads and installs everything again",
    gate: projectAdmin,
    response: null,
    run: async ({ project }) => {
      await clearCaches(project);
    },
  }),
});
