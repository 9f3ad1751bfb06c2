import { z } from "zod";
import { teamAccess, teamStub } from "#lib/organizations/teams/schema.ts";
import { filterChoice, filterText } from "#lib/platform/wire/filters.ts";

export const personReasons = ["owner", "team", "maintainer"] as const;

/** Somebody who may read or change a project, and everything that lets them. `access` is the highest of it. */
export const personJson = z
  .object({
    username: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    access: z.enum(teamAccess),
    because: z.array(
      z.object({
        kind: z.enum(personReasons),
        /** The team, where the reason is one. */
        team: teamStub.nullable(),
      }),
    ),
    _links: z.object({ _self: z.string() }),
  })
  .meta({ id: "ProjectPerson" });
export type PersonJson = z.infer<typeof personJson>;

/** `q` looks into names. */
export const personQuery = z.object({ q: filterText({ max: 200 }), access: filterChoice(teamAccess) });
export type PersonFilter = z.output<typeof personQuery>;
