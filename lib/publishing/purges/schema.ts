import { z } from "zod";
import { moment } from "#lib/platform/wire/dates.ts";
import { filterChoice } from "#lib/platform/wire/filters.ts";

const purgeStates = ["waiting", "done", "failed"] as const;

/** What a content delivery network was asked to forget. `waiting` is sent, again where it failed; `failed` is sent no more. */
export const purgeRequestJson = z
  .object({
    id: z.int(),
    tags: z.array(z.string()),
    /** The action that was recorded with the change. */
    reason: z.string(),
    state: z.enum(purgeStates),
    attempts: z.int(),
    last_error: z.string().nullable(),
    created: moment,
    done: moment.nullable(),
    _links: z.object({ project: z.string() }),
  })
  .meta({ id: "PurgeRequest" });
export type PurgeRequestJson = z.infer<typeof purgeRequestJson>;

/** GET …/purges/. */
export const purgeFilter = z.object({ state: filterChoice(purgeStates) });
export type PurgeFilter = z.output<typeof purgeFilter>;
