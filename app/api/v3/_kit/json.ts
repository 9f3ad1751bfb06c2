type Layout = { indent: number; sorted: boolean };

/** Own keys in alphabetical order at every level (spec/api-v3.md 1.2). */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([key, child]) => [key, sortKeys(child)]),
  );
}

/** JSON text of an answer: compact unless `indent` is above zero, raw UTF-8. */
export function serialise(value: unknown, layout: Layout): string {
  return JSON.stringify(layout.sorted ? sortKeys(value) : value, null, layout.indent);
}
