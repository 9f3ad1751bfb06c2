import { z } from "zod";
import { text } from "#lib/platform/wire/coerce.ts";
import { projectJson } from "#lib/projects/schema.ts";
import { aliasProblem } from "#lib/projects/subprojects/rules.ts";

/** A subproject as the API shows it (spec/api-v3.md 4.4): the child without its `subproject_of`. */
export const subprojectJson = z
  .object({
    alias: z.string(),
    child: projectJson.omit({ subproject_of: true }),
    _links: z.object({ _self: z.string(), parent: z.string() }),
  })
  .meta({ id: "Subproject" });
export type SubprojectJson = z.infer<typeof subprojectJson>;

/** POST …/subprojects/: the child's slug, and an alias unless the slug will do. */
export const subprojectInput = z
  .object({
    child: text({ blank: true }).refine((slug) => slug !== "", "This field may not be null."),
    alias: text({ max: 255, blank: true, rules: [aliasProblem] })
      .nullable()
      .optional(),
  })
  .meta({ id: "SubprojectInput" });
export type SubprojectInput = z.output<typeof subprojectInput>;
