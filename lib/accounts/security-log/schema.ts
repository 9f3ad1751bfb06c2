import { z } from "zod";
import { moment } from "#lib/platform/wire/dates.ts";

/** One thing that happened to the caller's account. `about` is the token, address or passkey it was about. */
export const securityEventJson = z
  .object({
    id: z.int(),
    at: moment,
    action: z.string(),
    about: z.string().nullable(),
    actor: z.string(),
    address: z.string().nullable(),
    client: z.string().nullable(),
  })
  .meta({ id: "SecurityEvent" });
export type SecurityEventJson = z.infer<typeof securityEventJson>;
