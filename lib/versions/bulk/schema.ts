import { z } from "zod";
import { flag, texts } from "#lib/platform/wire/coerce.ts";
import { mostVersionsAtOnce } from "#lib/versions/bulk/rules.ts";
import { longestSlug } from "#lib/versions/rules/slug.ts";
import { versionChanges } from "#lib/versions/schema.ts";

/** PATCH …/versions/bulk/: the same change for many versions; `build` builds those that are active afterwards, once. */
export const bulkChanges = (edition: "business" | "community") =>
  versionChanges(edition)
    .extend({
      versions: texts({ max: longestSlug, most: mostVersionsAtOnce }),
      build: flag().optional(),
    })
    .meta({ id: "VersionBulkChanges" });
export type BulkChanges = z.output<ReturnType<typeof bulkChanges>>;

export const bulkJson = z
  .object({
    /** One for each slug that was named, in that order. */
    versions: z.array(
      z.object({
        slug: z.string(),
        outcome: z.enum(["changed", "unchanged", "refused"]),
        /** Why it was refused, in one sentence. */
        reason: z.string().nullable(),
        build: z.int().nullable(),
      }),
    ),
  })
  .meta({ id: "VersionBulkAnswer" });
export type BulkJson = z.infer<typeof bulkJson>;
export type BulkOutcome = BulkJson["versions"][number];
