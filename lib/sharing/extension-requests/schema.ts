import { z } from "zod";
import { emailRule } from "#lib/accounts/rules.ts";
import { oneLine, text } from "#lib/platform/wire/coerce.ts";

/** What somebody whose link has ended fills in. */
export const askInput = z.object({
  email: text({ max: 254, rules: [emailRule, oneLine] }),
  note: text({ max: 1_000, blank: true }).default(""),
});
