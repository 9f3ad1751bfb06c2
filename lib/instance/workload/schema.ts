import { z } from "zod";
import { moment } from "#lib/platform/wire/dates.ts";

export const workerJson = z
  .object({
    id: z.int(),
    host: z.string(),
    slots: z.int(),
    running: z.int().meta({ description: "Builds it holds." }),
    started: moment,
    last_seen: moment,
    silent: z.boolean().meta({ description: "It has not said for a minute that it is there." }),
    features: z.record(z.string(), z.union([z.string(), z.boolean()])),
  })
  .meta({ id: "Worker" });

/** What an operator wants to know first. Sizes are bytes. */
export const workloadJson = z
  .object({
    builds: z.object({
      waiting: z.int(),
      running: z.int(),
      oldest_waiting: moment.nullable(),
    }),
    jobs: z.array(z.object({ name: z.string(), waiting: z.int(), running: z.int(), failed: z.int() })),
    workers: z.array(workerJson),
    storage: z.object({ total: z.int(), free: z.int() }).nullable(),
    database_bytes: z.int(),
  })
  .meta({ id: "Workload" });
export type WorkloadJson = z.infer<typeof workloadJson>;
