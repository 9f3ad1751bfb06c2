import { z } from "zod";
import { moment } from "#lib/platform/wire/dates.ts";

/** `expand=details`: where a build came from, what it was made of and what it left. */
export const detailsJson = z
  .object({
    trigger: z.string(),
    /** Username; null when no person asked, when their account is closed, and for people outside of the organization. */
    triggered_by: z.string().nullable(),
    rebuild_of: z.int().nullable(),
    version_name: z.string(),
    commit_message: z.string().nullable(),
    commit_author: z.string().nullable(),
    config_path: z.string().nullable(),
    isolation: z.string().nullable(),
    peak_memory_mb: z.int().nullable(),
    /** The published pages; null while there are none. */
    pages: z.object({ files: z.int(), bytes: z.int() }).nullable(),
    downloads: z.array(z.object({ format: z.string(), name: z.string(), bytes: z.int() })),
    /** Who or what cancelled it. `newer_build` is the id of the build that took its place. */
    cancellation: z
      .object({ reason: z.string(), by: z.string().nullable(), newer_build: z.int().nullable(), at: moment })
      .nullable(),
    /** Of a waiting build: why it waits, how many builds are before it, and whether that is for longer than usual. */
    waiting: z.object({ reason: z.string().nullable(), ahead: z.int(), stale: z.boolean() }).nullable(),
  })
  .meta({ id: "BuildDetails" });
export type DetailsJson = z.infer<typeof detailsJson>;
