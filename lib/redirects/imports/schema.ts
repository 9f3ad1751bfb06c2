import { z } from "zod";
import { choice, flag, text } from "#lib/platform/wire/coerce.ts";
import { redirectTypes } from "#lib/redirects/schema.ts";

export const formats = ["csv", "lines"] as const;

const format = () => choice(formats);

/** POST …/redirects/import/. `add` keeps what the text does not name; `replace` makes the text the whole list. */
export const importInput = z
  .object({
    content: text({ max: 200_000, trim: false }),
    as: format().optional(),
    mode: choice(["add", "replace"]).default("add"),
    apply: flag().default(false),
    revision: text({ max: 64 }).optional(),
  })
  .meta({ id: "RedirectImportInput" });
export type ImportInput = z.output<typeof importInput>;

/** GET …/redirects/export/. */
export const exportQuery = z.object({ as: format().default("csv") });

const settings = z
  .object({
    type: z.enum(redirectTypes),
    from_url: z.string(),
    to_url: z.string(),
    http_status: z.union([z.literal(301), z.literal(302)]),
    force: z.boolean(),
    enabled: z.boolean(),
    description: z.string(),
    position: z.int().min(0),
  })
  .meta({ id: "RedirectSettings" });
export type SettingsJson = z.infer<typeof settings>;

const change = z
  .object({
    action: z.enum(["create", "update", "move", "delete"]),
    redirect: z.int().nullable().describe("Its id; null while it is not there yet."),
    line: z.int().nullable().describe("The line that says so."),
    from: settings.nullable(),
    to: settings.nullable(),
  })
  .meta({ id: "RedirectImportChange" });

const count = z.int().min(0);
export const importJson = z
  .object({
    applied: z.boolean(),
    revision: z
      .string()
      .describe("Names the list as it is after this answer; send it back to apply exactly what you saw."),
    counts: z.object({ create: count, update: count, move: count, delete: count, keep: count }),
    changes: z.array(change),
  })
  .meta({ id: "RedirectImport" });
export type ImportJson = z.infer<typeof importJson>;
