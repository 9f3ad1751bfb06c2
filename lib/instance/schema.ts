import { z } from "zod";
import { choice, texts } from "#lib/platform/wire/coerce.ts";

export const edition = z.enum(["business", "community"]);
export type Edition = z.infer<typeof edition>;

const whoMay = z.enum(["everybody", "superusers"]);

/** The settings column of the one instance row. Absent keys have their defaults, so an empty object is a fresh instance. */
export const instanceSettings = z.object({
  /** Null: as SIGN_UP says. */
  signUp: z.enum(["open", "invited", "closed"]).nullable().default(null),
  /** Only addresses of these domains may sign up; empty means any. */
  emailDomains: z.array(z.string()).default([]),
  organizationsBy: whoMay.default("everybody"),
  projectsBy: whoMay.default("everybody"),
  maxConcurrentBuilds: z.number().int().positive().default(4),
  auditDays: z.number().int().positive().default(365),
});
export type InstanceSettings = z.infer<typeof instanceSettings>;

export const signUpModes = ["open", "invited", "closed"] as const;
export type SignUpMode = (typeof signUpModes)[number];

const domainRule = (domain: string): string | null =>
  /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i.test(domain)
    ? null
    : `"${domain}" is not a domain. Write it like example.com.`;

/** What operators settle while the instance runs. `sign_up` null means: as the setting SIGN_UP says. */
export const operatorSettingsJson = z
  .object({
    sign_up: z.enum(signUpModes).nullable(),
    sign_up_default: z.enum(signUpModes).meta({ description: "What SIGN_UP says." }),
    email_domains: z
      .array(z.string())
      .meta({ description: "Only addresses of these may sign up; empty for all." }),
  })
  .meta({ id: "OperatorSettings" });
export type OperatorSettings = z.infer<typeof operatorSettingsJson>;

export const operatorSettingsInput = z
  .object({
    sign_up: choice(signUpModes).nullable(),
    email_domains: texts({ max: 253, most: 100, rules: [domainRule] }),
  })
  .partial()
  .meta({ id: "OperatorSettingsInput" });
export type OperatorSettingsInput = z.output<typeof operatorSettingsInput>;
