import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { projectAdmin } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { env } from "#lib/platform/env.ts";
import { updateVersions } from "#lib/versions/bulk/commands.ts";
import { bulkChanges, bulkJson } from "#lib/versions/bulk/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  PATCH: endpoint({
    summary: "Activate, hide, protect or build many versions, with an answer for each",
    gate: projectAdmin,
    body: bulkChanges(env.EDITION),
    response: bulkJson,
    run: async ({ project, body }) => ({ versions: await updateVersions(project, body) }),
  }),
});
