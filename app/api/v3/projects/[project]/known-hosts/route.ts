import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { businessProjectAdmin } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { pageOf } from "#lib/platform/wire/page.ts";
import { presentKnownHost } from "#lib/projects/known-hosts/present.ts";
import { listKnownHosts } from "#lib/projects/known-hosts/queries.ts";
import { knownHostJson } from "#lib/projects/known-hosts/schema.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "List the SSH hosts whose keys are pinned",
    gate: businessProjectAdmin,
    response: pageOf(knownHostJson),
    run: async ({ project, page, list }) => list(await listKnownHosts(project, page), presentKnownHost),
  }),
});
