import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { versionAdmin } from "#app/api/v3/projects/_gates.ts";
import { wipeVersion } from "#lib/versions/commands.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  POST: endpoint({
    summary: "Remove the stored files of a version that is not active",
    gate: versionAdmin,
    response: null,
    run: async ({ version }) => {
      await wipeVersion(version);
    },
  }),
});
