import { z } from "zod";
import { passkeyJson } from "#lib/accounts/passkeys/schema.ts";
import { text } from "#lib/platform/wire/coerce.ts";
import { moment } from "#lib/platform/wire/dates.ts";

/** `enabled` when logging in asks for more than the password: there is an authenticator app or a passkey. */
export const secondFactorsJson = z
  .object({
    enabled: z.boolean(),
    authenticator_added: moment.nullable(),
    passkeys: z.array(passkeyJson),
    recovery_codes_left: z.int(),
  })
  .meta({ id: "SecondFactors" });
export type SecondFactorsJson = z.infer<typeof secondFactorsJson>;

/** `uri` is what the picture holds; `secret` the same to type. */
export const totpSetupJson = z.object({ secret: z.string(), uri: z.string() }).meta({ id: "TotpSetup" });

export const totpCodeInput = z.object({ code: text({ max: 20 }) }).meta({ id: "TotpCode" });

/** Empty where the account has some already. */
export const recoveryCodesJson = z
  .object({ recovery_codes: z.array(z.string()) })
  .meta({ id: "RecoveryCodes" });
