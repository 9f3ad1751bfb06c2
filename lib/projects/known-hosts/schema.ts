import { z } from "zod";
import { moment } from "#lib/platform/wire/dates.ts";

/** A git server as it was first seen; builds go to no other that calls itself the same. */
export const knownHostJson = z
  .object({
    id: z.string(),
    /** `host`, or `[host]:port` where ssh listens elsewhere than on port 22. */
    host: z.string(),
    keys: z.array(z.object({ type: z.string(), fingerprint: z.string() })),
    created: moment,
    _links: z.object({ _self: z.string(), project: z.string() }),
  })
  .meta({ id: "KnownHost" });
export type KnownHostJson = z.infer<typeof knownHostJson>;
