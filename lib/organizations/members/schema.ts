import { z } from "zod";
import { teamStub } from "#lib/organizations/teams/schema.ts";
import { moment } from "#lib/platform/wire/dates.ts";

/** Somebody who belongs to an organization: an owner, or in one of its teams. */
export const memberJson = z
  .object({
    username: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    owner: z.boolean(),
    /** Those of the teams that the caller sees. */
    teams: z.array(teamStub),
    /** For owners, null for everybody else, and so is when they were last active. */
    two_factor: z.boolean().nullable(),
    last_active: moment.nullable(),
    _links: z.object({ _self: z.string() }),
  })
  .meta({ id: "OrganizationMember" });
export type MemberJson = z.infer<typeof memberJson>;
