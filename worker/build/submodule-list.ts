import type { BuildConfig } from "#lib/builds/config/schema.ts";

/** A submodule as `.gitmodules` and the index know it. */
export type Submodule = { readonly name: string; readonly path: string; readonly url: string | null };

const divider = "--gitlinks--";

/**
 * Prints what `parseSubmodules` reads: `.gitmodules` as git understands it, so that odd names survive, then where the index has
 * commits of other repositories. Encoded, because nothing a repository writes there may be taken for another entry.
 */
export const listScript = `git config --null --file .gitmodules --get-regexp '^submodule\\..*\\.(path|url)$' | base64
echo ${divider}
git ls-files --stage -z | grep -z '^160000 ' | base64
exit 0`;

/** The submodules that are really there, in the order of `.gitmodules`; one without an address is among them (spec/builds.md 4.2). */
export function parseSubmodules(lines: readonly string[]): Submodule[] {
  const at = lines.indexOf(divider);
  const present = new Set(
    entriesOf(lines.slice(at + 1)).map((entry) => entry.slice(entry.indexOf("\t") + 1)),
  );
  const found = new Map<string, { path?: string; url?: string }>();
  for (const entry of entriesOf(lines.slice(0, Math.max(0, at)))) {
    const [, name, key, value] = /^submodule\.([^\n]*)\.(path|url)\n(.*)$/is.exec(entry) ?? [];
    if (name === undefined || value === undefined) continue;
    found.set(name, { ...found.get(name), [key?.toLowerCase() === "path" ? "path" : "url"]: value });
  }
  const listed = [...found].flatMap(([name, { path, url }]) =>
    path !== undefined && present.has(path) ? [{ name, path, url: isText(name) && url ? url : null }] : [],
  );
  const known = new Set(listed.map(({ path }) => path));
  const nameless = [...present].filter((path) => !known.has(path));
  return [...listed, ...nameless.map((path) => ({ name: path, path, url: null }))];
}

/** Texts that end with a NUL each, as base64. */
const entriesOf = (lines: readonly string[]): string[] =>
  Buffer.from(lines.join(""), "base64").toString("utf8").split("\0").slice(0, -1);

/** Names of other bytes all look like this one, and git would go by the address of any of them. */
const isText = (name: string): boolean => !name.includes("\u{fffd}");

/** Whether the configuration asks for any submodule at all. */
export const wantsSubmodules = ({ include, exclude }: BuildConfig["submodules"]): boolean =>
  include.length > 0 || (exclude !== "all" && exclude.length > 0);

const trimmed = (path: string): string => path.replace(/^\.\/|\/+$/g, "");

/** The submodules the configuration asks for, and the paths it names that are none. A slash at the end does not matter. */
export function chooseSubmodules(
  all: readonly Submodule[],
  { include, exclude }: BuildConfig["submodules"],
): { chosen: readonly Submodule[]; missing: readonly string[] } {
  if (include === "all") return { chosen: all, missing: [] };
  if (include.length > 0) {
    const wanted = new Set(include.map(trimmed));
    const chosen = all.filter(({ path }) => wanted.has(path));
    return { chosen, missing: [...wanted].filter((path) => !chosen.some((one) => one.path === path)) };
  }
  const without = new Set(exclude === "all" ? all.map(({ path }) => path) : exclude.map(trimmed));
  // What has no entry in .gitmodules cannot be fetched, and nobody named it.
  return {
    chosen: all.filter(({ path, name, url }) => !without.has(path) && (url !== null || name !== path)),
    missing: [],
  };
}
