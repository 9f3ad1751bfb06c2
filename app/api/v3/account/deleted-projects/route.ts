import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { signedInOnly } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { pageOf } from "#lib/platform/wire/page.ts";
import { presentDeletedProject } from "#lib/projects/deleted/present.ts";
import { listDeletedProjects } from "#lib/projects/deleted/queries.ts";
import { deletedProjectJson } from "#lib/projects/deleted/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "List the deleted projects you may restore, the last deleted first",
    gate: signedInOnly,
    response: pageOf(deletedProjectJson),
    run: async ({ actor, page, list }) => list(await listDeletedProjects(actor, page), presentDeletedProject),
  }),
});
