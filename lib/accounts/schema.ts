import { z } from "zod";
import { timeZoneRule } from "#lib/accounts/preferences/rules.ts";
import {
  emailRule,
  LONGEST_PASSWORD,
  passwordProblem,
  passwordRule,
  usernameRule,
} from "#lib/accounts/rules.ts";
import { text } from "#lib/platform/wire/coerce.ts";
import { moment } from "#lib/platform/wire/dates.ts";

export const newPassword = () => text({ max: LONGEST_PASSWORD, trim: false, rules: [passwordRule] });

export const signUpInput = z
  .object({
    username: text({ max: 150, rules: [usernameRule] }),
    email: text({ max: 254, rules: [emailRule] }),
    password: newPassword(),
    first_name: text({ max: 100, blank: true }).default(""),
    last_name: text({ max: 100, blank: true }).default(""),
    /** From the link of an invitation: lets people in where sign-up is by invitation, and proves the address. */
    invitation: text({ max: 100 }).optional(),
  })
  .superRefine((input, ctx) => {
    const problem = passwordProblem(input.password, input.username);
    if (problem) ctx.addIssue({ code: "custom", path: ["password"], message: problem });
  })
  .meta({ id: "SignUpInput" });
export type SignUpInput = z.output<typeof signUpInput>;

/** What signing up answers: nothing about the rest of the account before its owner has signed in. */
export const newAccountJson = z.object({ username: z.string() }).meta({ id: "NewAccount" });

export const profileInput = z
  .object({
    first_name: text({ max: 100, blank: true }),
    last_name: text({ max: 100, blank: true }),
    time_zone: text({ max: 64, rules: [timeZoneRule] }).nullable(),
  })
  .partial()
  .meta({ id: "ProfileInput" });
export type ProfileInput = z.output<typeof profileInput>;

/** The caller's own account. */
export const accountJson = z
  .object({
    id: z.int(),
    username: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string().nullable(),
    email_verified: z.boolean(),
    language: z.string(),
    time_zone: z.string().nullable(),
    superuser: z.boolean(),
    created: moment,
    _links: z.object({
      _self: z.string(),
      tokens: z.string(),
      sessions: z.string(),
      emails: z.string(),
      two_factor: z.string(),
      security_log: z.string(),
    }),
  })
  .meta({ id: "Account" });
export type AccountJson = z.infer<typeof accountJson>;
