import { z } from "zod";
import { emailRule } from "#lib/accounts/rules.ts";
import { choice, oneLine, text } from "#lib/platform/wire/coerce.ts";
import { moment } from "#lib/platform/wire/dates.ts";
import { filterChoice, filterId } from "#lib/platform/wire/filters.ts";
import { shareStatuses } from "#lib/sharing/schema.ts";

/** Languages people can ask in, and are answered in (decision 32). */
export const askedLanguages = ["en", "de", "es", "fr", "ja"] as const;
export type AskedLanguage = (typeof askedLanguages)[number];
export const askedLanguage = z.enum(askedLanguages).catch("en");

/** What somebody whose link has ended fills in. */
export const askInput = z.object({
  email: text({ max: 254, rules: [emailRule, oneLine] }),
  note: text({ max: 1_000, blank: true }).default(""),
});

export const extensionOutcomes = ["extended", "declined"] as const;
export type ExtensionOutcome = (typeof extensionOutcomes)[number];
export const extensionStates = ["open", ...extensionOutcomes] as const;

/** Somebody who held a share that has ended, and asks for more time. */
export const extensionRequestJson = z
  .object({
    id: z.int(),
    project: z.string(),
    share: z.object({
      id: z.int(),
      description: z.string(),
      expires: z.string().meta({ format: "date" }),
      status: z.enum(shareStatuses),
      length_days: z.int().meta({ description: "By so many days `extended` moves its end." }),
    }),
    recipient: z.object({ id: z.int(), name: z.string() }).nullable(),
    email: z.string(),
    note: z.string(),
    status: z.enum(extensionStates),
    created: moment,
    handled_at: moment.nullable(),
    handled_by: z.string().nullable(),
    _links: z.object({ _self: z.string(), share: z.string(), project: z.string() }),
  })
  .meta({ id: "ExtensionRequest" });
export type ExtensionRequestJson = z.infer<typeof extensionRequestJson>;

/** Open ones unless told. */
export const extensionRequestQuery = z.object({
  status: filterChoice([...extensionStates, "all"]),
  share: filterId(),
});
export type ExtensionRequestFilter = z.output<typeof extensionRequestQuery>;

/** PATCH: what becomes of it. */
export const extensionRequestChanges = z
  .object({ outcome: choice(extensionOutcomes) })
  .meta({ id: "ExtensionRequestChanges" });
export type ExtensionRequestChanges = z.output<typeof extensionRequestChanges>;
