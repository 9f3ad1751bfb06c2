import type { BuildConfig } from "#lib/builds/config/schema.ts";

/** A submodule as `.gitmodules` and the index know it. */
export type Submodule = { readonly name: string; readonly path: string; readonly url: string | null };

/** Stands for the line end between a key and its value, because a line end separates the entries. */
const between = "\u001e";
const divider = "--gitlinks--";

/**
 * Prints what `parseSubmodules` reads: `.gitmodules` as git understands it, so that odd names survive, then where the index has
 * commits of other repositories.
 */
export const listScript = `git config --null --file .gitmodules --get-regexp '^submodule\\..*\\.(path|url)$' | tr '\\000\\n' '\\n\\036'
echo ${divider}
git ls-files --stage -z | grep -z '^160000 ' | tr '\\n\\000' '\\036\\n'
exit 0`;

/** The submodules that are really there, in the order of `.gitmodules`; one without an address is among them (spec/builds.md 4.2). */
export function parseSubmodules(lines: readonly string[]): Submodule[] {
  const at = lines.indexOf(divider);
  const present = new Set(lines.slice(at + 1).map((line) => line.slice(line.indexOf("\t") + 1)));
  const found = new Map<string, { path?: string; url?: string }>();
  for (const line of lines.slice(0, Math.max(0, at))) {
    const [, name, key, value] =
      new RegExp(`^submodule\\.(.*)\\.(path|url)${between}(.*)$`, "i").exec(line) ?? [];
    if (name === undefined || value === undefined) continue;
    found.set(name, { ...found.get(name), [key?.toLowerCase() === "path" ? "path" : "url"]: value });
  }
  const listed = [...found].flatMap(([name, { path, url }]) =>
    path !== undefined && present.has(path) ? [{ name, path, url: url ?? null }] : [],
  );
  const known = new Set(listed.map(({ path }) => path));
  const nameless = [...present].filter((path) => path !== "" && !known.has(path));
  return [...listed, ...nameless.map((path) => ({ name: path, path, url: null }))];
}

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
