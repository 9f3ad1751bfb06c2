import { z } from "zod";
import { flag, text } from "#lib/platform/wire/coerce.ts";

/** What a project decides about the pages it publishes, besides their addresses. */
export const publishingJson = z
  .object({
    /** Whether they may list its pages (spec/serving.md 11, 16). */
    search_engines: z.boolean(),
    /** The version pull requests are compared with (spec/serving.md 17); null means `latest`. */
    diff_base: z.string().nullable(),
    /** Whether whoever opens a link that has ended may ask for more time (decision 19). */
    extension_requests: z.boolean(),
    _links: z.object({ _self: z.string(), project: z.string() }),
  })
  .meta({ id: "Publishing" });
export type PublishingJson = z.infer<typeof publishingJson>;

/** PATCH …/publishing/: any subset. */
export const publishingChanges = z
  .object({
    search_engines: flag().optional(),
    diff_base: text({ max: 255, blank: true }).nullable().optional(),
    extension_requests: flag().optional(),
  })
  .meta({ id: "PublishingChanges" });
export type PublishingChanges = z.output<typeof publishingChanges>;
