import { z } from "zod";
import { teamStub } from "#lib/organizations/teams/schema.ts";

/** Somebody who belongs to an organization: an owner, or in one of its teams. */
export const memberJson = z
  .object({
    username: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    owner: z.boolean(),
    /** Those of the teams that the caller sees. */
    teams: z.array(teamStub),
    _links: z.object({ _self: z.string() }),
  })
  .meta({ id: "OrganizationMember" });
export type MemberJson = z.infer<typeof memberJson>;
