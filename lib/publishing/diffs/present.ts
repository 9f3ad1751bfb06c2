import type { Diff } from "#lib/publishing/diffs/queries.ts";
import { comparePages } from "#lib/publishing/diffs/rules.ts";
import type { DiffJson } from "#lib/publishing/diffs/schema.ts";

/** `ignore` holds patterns of pages to leave out, separated by commas. */
export function presentDiff(diff: Diff, ignore: string | undefined): DiffJson {
  const { version, build, base, outdated, before, after } = diff;
  const patterns = (ignore ?? "").split(",").map((pattern) => pattern.trim());
  return {
    version,
    build,
    base,
    outdated,
    ...comparePages(
      before,
      after,
      patterns.filter((pattern) => pattern !== ""),
    ),
  };
}
