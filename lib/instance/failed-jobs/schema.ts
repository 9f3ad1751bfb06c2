import { z } from "zod";
import { moment } from "#lib/platform/wire/dates.ts";

/** A job of the queue that was given up. What it was to do is told without what it was told: that may be private. */
export const failedJobJson = z
  .object({
    id: z.string(),
    name: z.string(),
    created: moment,
    failed: moment.nullable(),
    tries: z.int(),
    reason: z.string(),
  })
  .meta({ id: "FailedJob" });
export type FailedJobJson = z.infer<typeof failedJobJson>;
