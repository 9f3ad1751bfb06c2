import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { businessProjectAdmin } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { createDeployKey, deleteDeployKey } from "#lib/projects/deploy-keys/commands.ts";
import { presentDeployKey } from "#lib/projects/deploy-keys/present.ts";
import { getDeployKey } from "#lib/projects/deploy-keys/queries.ts";
import { deployKeyJson } from "#lib/projects/deploy-keys/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "Show the public part of the key a project's repository is fetched with",
    gate: businessProjectAdmin,
    response: deployKeyJson,
    run: async ({ project }) => presentDeployKey(await getDeployKey(project)),
  }),
  POST: endpoint({
    summary: "Make a deploy key; one that is there already is replaced",
    gate: businessProjectAdmin,
    response: deployKeyJson,
    status: 201,
    run: async ({ project }) => presentDeployKey(await createDeployKey(project)),
  }),
  DELETE: endpoint({
    summary: "Forget the deploy key",
    gate: businessProjectAdmin,
    response: null,
    run: ({ project }) => deleteDeployKey(project),
  }),
});
