import { z } from "zod";
import { passkeyAnswer } from "#lib/accounts/passkeys/schema.ts";
import { LONGEST_PASSWORD } from "#lib/accounts/rules.ts";
import { text } from "#lib/platform/wire/coerce.ts";
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

/** One of the two: how somebody proves in their session who they are. */
export const reauthenticationInput = z
  .object({
    password: text({ max: LONGEST_PASSWORD, trim: false }).optional(),
    passkey: passkeyAnswer.optional(),
  })
  .refine(({ password, passkey }) => (password === undefined) !== (passkey === undefined), {
    message: "Give a password or a passkey.",
  })
  .meta({ id: "Reauthentication" });
export type Reauthentication = z.output<typeof reauthenticationInput>;
