import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { projectAdmin } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { pageOf } from "#lib/platform/wire/page.ts";
import { purgeSite } from "#lib/publishing/commands.ts";
import { presentPurgeRequest } from "#lib/publishing/purges/present.ts";
import { listPurgeRequests } from "#lib/publishing/purges/queries.ts";
import { purgeFilter, purgeRequestJson } from "#lib/publishing/purges/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "List what a content delivery network was asked to forget, newest first",
    gate: projectAdmin,
    query: purgeFilter,
    response: pageOf(purgeRequestJson),
    run: async ({ project, query, page, list }) =>
      list(await listPurgeRequests(project, query, page), presentPurgeRequest),
  }),
  POST: endpoint({
    summary: "Have a content delivery network forget everything of the project",
    gate: projectAdmin,
    response: null,
    status: 202,
    run: ({ project }) => purgeSite(project),
  }),
});
