import { z } from "zod";
import { recipientFilter } from "#lib/sharing/use/schema.ts";

export const reachQuery = z.object({ recipient: recipientFilter });

/** Why a share lets nobody in. */
export const obstacles = ["revoked", "expired", "recipient_revoked", "suspended", "no_secret"] as const;
export type Obstacle = (typeof obstacles)[number];

/**
 * What somebody gets of a version: every page, some of them, none because the share leaves it out, every page as everybody does,
 * or none because there is none.
 */
export const outcomes = [
  "covered",
  "some_pages",
  "not_included",
  "public",
  "not_published",
  "not_active",
] as const;
export type Outcome = (typeof outcomes)[number];

const count = z.int().min(0);

/** GET …/test/: what docs hosts would let a holder of the share read now. */
export const reachJson = z
  .object({
    share: z.int(),
    recipient: z.object({ id: z.int(), name: z.string() }).nullable(),
    works: z.boolean(),
    obstacle: z.enum(obstacles).nullable().meta({ description: "Why it lets nobody in." }),
    versions: z.array(
      z
        .object({
          slug: z.string(),
          outcome: z.enum(outcomes),
          url: z.string().meta({ description: "Where the version begins." }),
          pages: count.nullable().meta({
            description: "How many pages the version has; null where there are too many to look at.",
          }),
          pages_reached: count.nullable(),
          paths: z
            .array(z.string())
            .meta({ description: "Of pages that are reached, 20 at most; paths on the docs host." }),
        })
        .meta({ id: "ShareReachVersion" }),
    ),
    _links: z.object({ _self: z.string(), share: z.string() }),
  })
  .meta({ id: "ShareReach" });
export type ReachJson = z.infer<typeof reachJson>;
