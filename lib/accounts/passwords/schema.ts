import { z } from "zod";
import { emailRule, LONGEST_PASSWORD } from "#lib/accounts/rules.ts";
import { newPassword } from "#lib/accounts/schema.ts";
import { text } from "#lib/platform/wire/coerce.ts";

export const passwordInput = z
  .object({
    current_password: text({ max: LONGEST_PASSWORD, trim: false }),
    new_password: newPassword(),
  })
  .meta({ id: "PasswordInput" });
export type PasswordInput = z.output<typeof passwordInput>;

export const resetRequestInput = z
  .object({ email: text({ max: 254, rules: [emailRule] }) })
  .meta({ id: "PasswordResetRequest" });

export const resetInput = z
  .object({ code: text({ max: 100 }), new_password: newPassword() })
  .meta({ id: "PasswordReset" });
export type ResetInput = z.output<typeof resetInput>;
