import { z } from "zod";
import { flag, integer, texts } from "#lib/platform/wire/coerce.ts";
import { shareTypes } from "#lib/sharing/schema.ts";

/** What an organization lets its projects share. */
export const sharePolicyJson = z
  .object({
    allowed_types: z.array(z.enum(shareTypes)),
    most_days: z.int().min(1).nullable(),
    usual_days: z.int().min(1),
    all_versions_allowed: z.boolean(),
    links_readable: z.boolean(),
    remind_days: z.int().min(0),
    ends_with_creator: z.boolean(),
    breaking: z.int().min(0).meta({ description: "Live shares that nobody could make like that today." }),
    _links: z.object({ _self: z.string(), organization: z.string() }),
  })
  .meta({ id: "SharePolicy" });
export type SharePolicyJson = z.infer<typeof sharePolicyJson>;

const isType = (text: string): string | null =>
  shareTypes.some((type) => type === text) ? null : `"${text}" is not a valid choice.`;

/** PATCH: any subset. With `shorten_shares` live shares that last longer than `most_days` end sooner. */
export const sharePolicyChanges = z
  .object({
    allowed_types: texts({ rules: [isType], most: shareTypes.length }).optional(),
    most_days: integer({ min: 1, max: 3660 }).nullable().optional(),
    usual_days: integer({ min: 1, max: 3660 }).optional(),
    all_versions_allowed: flag().optional(),
    links_readable: flag().optional(),
    remind_days: integer({ min: 0, max: 365 }).optional(),
    ends_with_creator: flag().optional(),
    shorten_shares: flag().default(false),
  })
  .meta({ id: "SharePolicyChanges" });
export type SharePolicyChanges = z.output<typeof sharePolicyChanges>;
