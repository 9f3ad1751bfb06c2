import { z } from "zod";
import { text } from "#lib/platform/wire/coerce.ts";
import { prefixProblem } from "#lib/projects/address/rules.ts";
import { aliasProblem } from "#lib/projects/subprojects/rules.ts";

/** What a project decides about its addresses, and examples of what comes out (spec/serving.md 3, 21). */
export const addressJson = z
  .object({
    custom_prefix: z.string().nullable(),
    subproject_prefix: z.string().nullable(),
    alias: z.string().nullable(),
    translation_of: z.string().nullable(),
    examples: z
      .object({
        documentation: z.string(),
        platform: z.string(),
        preview: z.string(),
        subproject: z.string().nullable(),
        translation: z.string().nullable(),
      })
      .meta({ id: "AddressExamples" }),
    _links: z.object({ _self: z.string(), project: z.string() }),
  })
  .meta({ id: "Address" });
export type AddressJson = z.infer<typeof addressJson>;

/** Leaves room for the slashes around it. */
const longestPrefix = 253;
const prefix = () =>
  text({ max: longestPrefix, blank: true, rules: [prefixProblem] })
    .nullable()
    .optional();

/** PATCH …/address/: any subset; `null` and blank mean none. */
export const addressChanges = z
  .object({
    custom_prefix: prefix(),
    subproject_prefix: prefix(),
    alias: text({ max: 255, rules: [aliasProblem] }).optional(),
    translation_of: text({ max: 255, blank: true }).nullable().optional(),
  })
  .meta({ id: "AddressChanges" });
export type AddressChanges = z.output<typeof addressChanges>;
