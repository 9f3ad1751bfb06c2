import { z } from "zod";
import { filterText } from "#lib/platform/wire/filters.ts";

/** Patterns of pages that are left out, separated by commas: few, because each is compared with each page. */
export const diffQuery = z.object({ ignore: filterText({ max: 500 }) });

/** What a pull request changes: pages by their path below the version. */
export const diffJson = z
  .object({
    version: z.string(),
    build: z.int(),
    base: z.object({ version: z.string(), build: z.int() }),
    outdated: z.boolean(),
    added: z.array(z.string()),
    modified: z.array(z.string()),
    deleted: z.array(z.string()),
  })
  .meta({ id: "VersionDiff" });
export type DiffJson = z.infer<typeof diffJson>;
