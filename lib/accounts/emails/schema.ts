import { z } from "zod";
import { emailRule } from "#lib/accounts/rules.ts";
import { text } from "#lib/platform/wire/coerce.ts";

export const emailInput = z
  .object({ address: text({ max: 254, rules: [emailRule] }) })
  .meta({ id: "EmailInput" });

/** The one change there is: to make an address the main one. Another one stops being it by that. */
export const emailChange = z.object({ primary: z.literal(true) }).meta({ id: "EmailChange" });

export const emailCodeInput = z.object({ code: text({ max: 100 }) }).meta({ id: "EmailCodeInput" });

/** An address of the caller's account. Mail goes to the primary one; a verified one signs in. */
export const emailJson = z
  .object({
    id: z.int(),
    address: z.string(),
    primary: z.boolean(),
    verified: z.boolean(),
    _links: z.object({ _self: z.string() }),
  })
  .meta({ id: "Email" });
export type EmailJson = z.infer<typeof emailJson>;
