import { ConfigError } from "#lib/builds/config/rules/error.ts";

/** Where a configuration file may lie, best first (spec/builds.md 5.1). */
export const configFileNames = [
  ".readthedocs.yaml",
  ".readthedocs.yml",
  "readthedocs.yaml",
  "readthedocs.yml",
] as const;

/**
 * Finds the configuration file of a repository: only at the place its project names, or else under a known name in the root.
 * `read` answers the text of a file, null where there is none.
 */
export async function findConfig(
  configured: string | null,
  read: (path: string) => Promise<string | null>,
): Promise<{ readonly path: string; readonly text: string }> {
  for (const path of configured === null ? configFileNames : [configured]) {
    const text = await read(path);
    if (text !== null) return { path, text };
  }
  throw configured === null
    ? new ConfigError("config:path:default-not-found")
    : new ConfigError("config:path:not-found", { directory: configured });
}
