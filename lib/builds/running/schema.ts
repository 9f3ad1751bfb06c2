import { z } from "zod";
import { moment } from "#lib/platform/wire/dates.ts";

/** A build that has not ended, with what it takes to name it and to go there. */
export const runningBuildJson = z
  .object({
    id: z.int(),
    project: z.object({ slug: z.string(), name: z.string() }),
    version: z.string().nullable(),
    commit: z.string().nullable(),
    state: z.object({ code: z.string(), name: z.string() }),
    created: moment,
    urls: z.object({ build: z.string() }),
    _links: z.object({ _self: z.string() }),
  })
  .meta({ id: "RunningBuild" });
export type RunningBuildJson = z.infer<typeof runningBuildJson>;
