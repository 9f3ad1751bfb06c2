import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { superuserOnly } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { presentFailedJob } from "#lib/instance/failed-jobs/present.ts";
import { listFailedJobs } from "#lib/instance/failed-jobs/queries.ts";
import { failedJobJson } from "#lib/instance/failed-jobs/schema.ts";
import { pageOf } from "#lib/platform/wire/page.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "List jobs of the instance that were given up",
    gate: superuserOnly,
    response: pageOf(failedJobJson),
    run: async ({ page, list }) => list(await listFailedJobs(page), presentFailedJob),
  }),
});
