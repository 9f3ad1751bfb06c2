/** The query of a page's address as Next hands it over. */
export type Search = Promise<Record<string, string | string[] | undefined>>;

/** One value of the query; the last one where it is repeated, undefined when empty. The API refuses U+0000, which nobody can type. */
export function textIn(search: Awaited<Search>, name: string): string | undefined {
  const value = search[name];
  const last = Array.isArray(value) ? value.at(-1) : value;
  return last?.replaceAll("\0", "").trim() || undefined;
}

/** Where a list starts: a whole number from 0, anything else counts as 0. */
export function offsetIn(search: Awaited<Search>): number {
  const offset = Number(textIn(search, "offset") ?? 0);
  return Number.isSafeInteger(offset) && offset > 0 ? offset : 0;
}

/** A yes or no in the query, written `true` or `false`; anything else is neither. */
export function flagIn(search: Awaited<Search>, name: string): boolean | undefined {
  const value = textIn(search, name);
  return value === "true" || value === "false" ? value === "true" : undefined;
}

/** One of a closed set in the query; anything else is none. */
export const choiceIn = <const T extends string>(
  search: Awaited<Search>,
  name: string,
  known: readonly T[],
): T | undefined => known.find((one) => one === textIn(search, name));
