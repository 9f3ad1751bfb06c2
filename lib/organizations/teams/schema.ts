import { z } from "zod";
import { choice, text } from "#lib/platform/wire/coerce.ts";
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

/** A team in the answers about something else. */
export const teamStub = teamJson.pick({ name: true, slug: true, access: true });

export const teamMemberJson = z.object({ username: z.string(), created: moment }).meta({ id: "TeamMember" });
export type TeamMemberJson = z.infer<typeof teamMemberJson>;

/** The slug follows the name, also when it changes. */
export const teamInput = z
  .object({
    name: text({ max: 100 }),
    access: choice(teamAccess).default("readonly"),
  })
  .meta({ id: "TeamInput" });
export const teamChanges = z
  .object({ name: text({ max: 100 }), access: choice(teamAccess) })
  .partial()
  .meta({ id: "TeamChanges" });
export type TeamChanges = z.output<typeof teamChanges>;

/** A project of the organization, by its slug. */
export const teamProjectInput = z.object({ project: text({ max: 63 }) }).meta({ id: "TeamProjectInput" });

export type TeamInput = z.output<typeof teamInput> & {
  memberIds: readonly number[];
  projectSlugs: readonly string[];
};
