import { z } from "zod";
import { moment } from "#lib/platform/wire/dates.ts";

/** What is shown of a deploy key; its private part never leaves the server. */
export const deployKeyJson = z
  .object({
    public_key: z.string(),
    fingerprint: z.string(),
    created: moment,
    last_used: moment.nullable(),
    _links: z.object({ _self: z.string(), project: z.string() }),
  })
  .meta({ id: "DeployKey" });
export type DeployKeyJson = z.infer<typeof deployKeyJson>;
