import { z } from "zod";
import { emailRule } from "#lib/accounts/rules.ts";
import { choice, oneLine, text } from "#lib/platform/wire/coerce.ts";
import { moment } from "#lib/platform/wire/dates.ts";
import { filterChoice, filterText } from "#lib/platform/wire/filters.ts";
import { rotatedSecrets } from "#lib/sharing/schema.ts";

export const recipientStatuses = ["live", "revoked"] as const;

/** Somebody a share is for. An address is for whoever shares; nobody is written to. */
const fields = {
  name: text({ max: 150, rules: [oneLine] }),
  email: text({ max: 254, blank: true, rules: [emailRule] })
    .nullable()
    .default(null),
};
export const newRecipient = z.object(fields);
export type NewRecipient = z.output<typeof newRecipient>;

/**
 * POST …/recipients/: one by name, or many, as a list or as a table with the columns `name` and `email`. A JSON list as the whole body is
 * `recipients`, a body of type `text/csv` is `csv`.
 */
export const recipientsInput = z
  .object({
    name: fields.name.optional(),
    email: fields.email,
    recipients: z
      .array(z.unknown(), { error: "Expected a list of recipients." })
      .optional()
      .meta({ items: { type: "object" } }),
    csv: text({ max: 200_000, trim: false }).optional(),
  })
  .meta({ id: "ShareRecipientsInput" });
export type RecipientsInput = z.output<typeof recipientsInput>;

const count = z.int().min(0);

/** `token` is the secret of a link, as long as links can be read again, and null for everything else; `url` is the link. */
export const recipientJson = z
  .object({
    id: z.int(),
    share: z.int(),
    name: z.string(),
    email: z.string().nullable(),
    status: z.enum(recipientStatuses),
    token: z.string().nullable(),
    token_prefix: z.string().nullable(),
    url: z.string().nullable(),
    old_secret_until: moment.nullable().meta({ description: "Until when a replaced secret goes on." }),
    sessions: count,
    pages: count,
    downloads: count,
    refused: count,
    last_used_on: z.string().nullable().meta({ format: "date" }),
    created: moment,
    revoked_at: moment.nullable(),
    _links: z.object({ _self: z.string(), share: z.string(), project: z.string() }),
  })
  .meta({ id: "ShareRecipient" });
export type RecipientJson = z.infer<typeof recipientJson>;

/** The answer to a change, and the only one that holds a new password or header token. */
export const savedRecipientJson = recipientJson
  .extend({ password: z.string().nullable(), sessions_ended: count })
  .meta({ id: "SavedShareRecipient" });
export type SavedRecipientJson = z.infer<typeof savedRecipientJson>;

export const savedRecipientsJson = z
  .object({ recipients: z.array(savedRecipientJson) })
  .meta({ id: "SavedShareRecipients" });

export const recipientQuery = z.object({
  status: filterChoice(recipientStatuses),
  q: filterText({ max: 150 }),
});
export type RecipientFilter = z.output<typeof recipientQuery>;

/** How long the old secret goes on, and for a share by password which of the two is replaced. */
export const recipientRotationInput = z
  .object({
    overlap_hours: choice([0, 1, 24, 168]).default(0),
    secret: choice(rotatedSecrets).default("password"),
  })
  .meta({ id: "ShareRecipientRotation" });
export type RecipientRotation = z.output<typeof recipientRotationInput>;

/** Somebody a share is for, where other things name them. */
export const recipientRef = z.object({ id: z.int(), name: z.string() });
export const recipientOrNull = recipientRef
  .nullable()
  .meta({ description: "Null where the share itself has the secret." });
