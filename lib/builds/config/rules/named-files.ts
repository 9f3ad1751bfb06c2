import { ownCommands } from "#lib/builds/config/rules/own-commands.ts";
import type { BuildConfig } from "#lib/builds/config/schema.ts";

/**
 * Files the build cannot do without that must be in the repository as it is checked out: nothing of the project's own runs that could
 * make one before it is needed.
 */
export function namedFiles(config: BuildConfig): string[] {
  const { install } = config.python;
  const runsOwnCode = ownCommands(config).length > 0 || install.some((entry) => entryPath(entry) !== null);
  if (runsOwnCode) return [];
  const requirements = install.map((entry) => ("requirements" in entry ? entry.requirements : null));
  const named = [
    config.sphinx?.configuration,
    config.mkdocs?.configuration,
    config.conda?.environment,
    ...requirements,
  ];
  return named.filter((path) => typeof path === "string");
}

/** A folder that is installed, by code of its own. */
function entryPath(entry: BuildConfig["python"]["install"][number]): string | null {
  if (!("method" in entry)) return null;
  return entry.path ?? (entry.method === "uv" && entry.command === "sync" ? "." : null);
}
