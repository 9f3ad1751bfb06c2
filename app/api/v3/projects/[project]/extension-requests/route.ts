import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { businessProjectAdmin } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { pageOf } from "#lib/platform/wire/page.ts";
import { presentExtensionRequest } from "#lib/sharing/extension-requests/present.ts";
import { listExtensionRequests } from "#lib/sharing/extension-requests/queries.ts";
import { extensionRequestJson, extensionRequestQuery } from "#lib/sharing/extension-requests/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "List who asks for more time to read a project, the newest first",
    gate: businessProjectAdmin,
    query: extensionRequestQuery,
    response: pageOf(extensionRequestJson),
    run: async ({ project, query, page, list }) =>
      list(await listExtensionRequests(project, query, page), presentExtensionRequest),
  }),
});
