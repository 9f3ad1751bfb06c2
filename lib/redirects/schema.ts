import { z } from "zod";
import { choice, flag, integer, oneLine, text } from "#lib/platform/wire/coerce.ts";
import { moment } from "#lib/platform/wire/dates.ts";

export const redirectTypes = ["page", "exact", "clean_url_to_html", "html_to_clean_url"] as const;
export type RedirectType = (typeof redirectTypes)[number];

/** The Redirect of spec/service.md. An address that is not set is null when read, and "" in the answer to a write. */
export const redirectJson = z
  .object({
    pk: z.int(),
    created: moment,
    modified: moment,
    project: z.string(),
    type: z.enum(redirectTypes),
    from_url: z.string().nullable(),
    to_url: z.string().nullable(),
    force: z.boolean().nullable(),
    enabled: z.boolean().nullable(),
    description: z.string().nullable(),
    http_status: z.union([z.literal(301), z.literal(302)]),
    position: z.int().min(0),
    _links: z.object({ _self: z.string(), project: z.string() }),
  })
  .meta({ id: "Redirect" });
export type RedirectJson = z.infer<typeof redirectJson>;

const removedTypes = {
  prefix: "Prefix redirects were removed. Use an exact redirect whose from_url ends with * instead.",
  sphinx_html: "sphinx_html was renamed to clean_url_to_html.",
  sphinx_htmldir: "sphinx_htmldir was renamed to html_to_clean_url.",
};
const type = choice(redirectTypes, { refusals: removedTypes });

const address = () => text({ max: 255, blank: true, rules: [oneLine] }).optional();

const settings = {
  from_url: address(),
  to_url: address(),
  force: flag().nullable().optional(),
  enabled: flag().nullable().optional(),
  description: text({ max: 255, blank: true }).nullable().optional(),
  http_status: choice([302, 301]).optional(),
  position: integer({ min: 0 }).optional(),
};

/** POST and PUT (spec/api-v3.md 4.6). What PUT does not name keeps its value, like in a PATCH. */
export const redirectInput = z.object({ ...settings, type }).meta({ id: "RedirectInput" });
export type RedirectInput = z.output<typeof redirectInput>;

/** PATCH: any subset. */
export const redirectChanges = z
  .object({ ...settings, type: type.optional() })
  .meta({ id: "RedirectChanges" });
export type RedirectChanges = z.output<typeof redirectChanges>;
