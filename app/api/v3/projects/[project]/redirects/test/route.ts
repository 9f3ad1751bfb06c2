import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { projectAdmin } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { presentTrial } from "#lib/redirects/trials/present.ts";
import { listTrials } from "#lib/redirects/trials/queries.ts";
import { trialInput, trialJson } from "#lib/redirects/trials/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  POST: endpoint({
    summary:
      "Try what redirects make of up to 100 addresses, also with one that is not saved; nothing is changed",
    gate: projectAdmin,
    body: trialInput,
    response: trialJson,
    run: async ({ project, body }) => presentTrial(await listTrials(project, body.urls, body.redirect)),
  }),
});
