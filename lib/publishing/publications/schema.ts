import { z } from "zod";
import { integer } from "#lib/platform/wire/coerce.ts";
import { moment } from "#lib/platform/wire/dates.ts";

/** A time during which readers of a version got one build; the one that has not ended is what they get now. */
export const publicationJson = z
  .object({
    id: z.int(),
    build: z.int(),
    commit: z.string().nullable(),
    /** `build`: it had just finished; otherwise somebody has chosen it. */
    reason: z.enum(["build", "rollback", "promotion"]),
    published: moment,
    published_by: z.string().nullable(),
    ended: moment.nullable(),
    end_reason: z.string().nullable(),
    /** Whether the build's files are still there, so that it can be published again. */
    kept: z.boolean(),
    _links: z.object({ build: z.string(), version: z.string(), project: z.string() }),
  })
  .meta({ id: "Publication" });
export type PublicationJson = z.infer<typeof publicationJson>;

/** POST …/publications/: the build to publish again. */
export const publicationInput = z
  .object({ build: integer({ min: 1, max: 2 ** 31 - 1 }) })
  .meta({ id: "PublicationInput" });
export type PublicationInput = z.output<typeof publicationInput>;
