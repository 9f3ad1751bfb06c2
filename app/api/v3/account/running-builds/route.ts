import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { signedInOnly } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { presentRunningBuild } from "#lib/builds/running/present.ts";
import { listRunningBuilds } from "#lib/builds/running/queries.ts";
import { runningBuildJson } from "#lib/builds/running/schema.ts";
import { pageOf } from "#lib/platform/wire/page.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "List the builds of your projects that run or wait, newest first",
    gate: signedInOnly,
    response: pageOf(runningBuildJson),
    run: async ({ actor, page, list }) => list(await listRunningBuilds(actor, page), presentRunningBuild),
  }),
});
