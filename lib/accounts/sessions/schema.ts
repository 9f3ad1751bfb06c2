import { z } from "zod";
import { moment } from "#lib/platform/wire/dates.ts";

/** One device somebody is signed in on. `id` names the session without being able to use it. */
export const sessionJson = z
  .object({
    id: z.string(),
    current: z.boolean(),
    created: moment,
    last_seen: moment,
    expires: moment,
    address: z.string().nullable(),
    client: z.string(),
    _links: z.object({ _self: z.string() }),
  })
  .meta({ id: "Session" });
export type SessionJson = z.infer<typeof sessionJson>;
