import { z } from "zod";

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
