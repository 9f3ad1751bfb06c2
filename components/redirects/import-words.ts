import type { Schema } from "#components/api-operations.ts";

type Counts = Schema<"RedirectImport">["counts"];

const parts = [
  ["create", "new"],
  ["update", "changed"],
  ["move", "moved"],
  ["delete", "deleted"],
  ["keep", "the same"],
] as const;

/** How many of each: “2 new, 1 changed, 4 the same”. */
export function importText(counts: Counts): string {
  const named = parts.flatMap(([action, word]) => (counts[action] > 0 ? [`${counts[action]} ${word}`] : []));
  return named.length > 0 ? named.join(", ") : "nothing";
}
