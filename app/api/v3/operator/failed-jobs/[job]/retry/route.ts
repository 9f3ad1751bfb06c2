import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { failedJobGate } from "#app/api/v3/operator/_gates.ts";
import { retryFailedJob } from "#lib/instance/failed-jobs/commands.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  POST: endpoint({
    summary: "Have a job that was given up tried once more",
    gate: failedJobGate,
    response: null,
    run: ({ job }) => retryFailedJob(job),
  }),
});
