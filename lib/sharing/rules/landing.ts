import { compileCoverage } from "#lib/sharing/rules/coverage.ts";
import type { ShareScope } from "#lib/sharing/schema.ts";

/**
 * Where people land who open a share and name no page of their own (spec/serving.md 14.3, `next`): the default version if it is
 * covered, else the first one that is, `latest` in place of a default that is not there. `versions` are the active ones, the highest
 * first. A share of some paths begins with the first of them. Null when nothing is covered.
 */
export function landingOf(
  scope: ShareScope,
  versions: readonly { readonly id: number; readonly slug: string }[],
  defaultVersion: string,
): { version: string; filename: string } | null {
  const covers = compileCoverage({ ...scope, pathPrefixes: [] });
  const covered = versions.filter((version) => covers({ ...version, preview: false }, "/", false));
  const named = [defaultVersion, "latest"].flatMap((slug) => covered.filter((one) => one.slug === slug));
  const version = named[0] ?? covered[0];
  if (version === undefined) return null;
  const [start = ""] = scope.pathPrefixes.includes("/") ? [] : scope.pathPrefixes;
  return { version: version.slug, filename: start };
}
