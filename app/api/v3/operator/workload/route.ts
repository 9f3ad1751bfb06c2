import { endpoint } from "#app/api/v3/_kit/endpoint.ts";
import { superuserOnly } from "#app/api/v3/_kit/gates.ts";
import { methods } from "#app/api/v3/_kit/methods.ts";
import { presentWorkload } from "#lib/instance/workload/present.ts";
import { getWorkload } from "#lib/instance/workload/queries.ts";
import { workloadJson } from "#lib/instance/workload/schema.ts";
import { clock } from "#lib/platform/clock.ts";
import { storageSpace } from "#lib/platform/storage/storage.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: endpoint({
    summary: "Show queue, workers and disk of the instance",
    gate: superuserOnly,
    response: workloadJson,
    run: async () => {
      const [workload, space] = await Promise.all([getWorkload(), storageSpace()]);
      return presentWorkload(workload, space, clock.now());
    },
  }),
});
