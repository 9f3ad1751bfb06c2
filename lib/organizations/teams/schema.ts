import { z } from "zod";
import { moment } from "#lib/platform/wire/dates.ts";

export const teamAccess = ["readonly", "admin"] as const;

/** spec/api-v3.md 4.10; `members` only when expanded. */
export const teamJson = z
  .object({
    name: z.string(),
    slug: z.string(),
    created: moment,
    modified: moment,
    access: z.enum(teamAccess),
    members: z.array(z.object({ username: z.string() })).optional(),
  })
  .meta({ id: "Team" });
export type TeamJson = z.infer<typeof teamJson>;

export type TeamInput = {
  name: string;
  access: (typeof teamAccess)[number];
  memberIds: readonly number[];
  projectSlugs: readonly string[];
};
