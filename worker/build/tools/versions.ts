/** Something that is there in a version such as `3.11.2`. */
export type Versioned = { readonly version: string };

/** Whether a full version is what the configuration asks for: `latest`, or the beginning of it (`3`, `3.11`). */
export function satisfies(wanted: string, version: string): boolean {
  return wanted === "latest" || version === wanted || version.startsWith(`${wanted}.`);
}

/** The newest of those that satisfy the request, or null; of equals the first. */
export function newestFor<T extends Versioned>(wanted: string, found: readonly T[]): T | null {
  const [first, ...others] = found.filter(({ version }) => satisfies(wanted, version));
  if (first === undefined) return null;
  return others.reduce((best, other) => (compare(other.version, best.version) > 0 ? other : best), first);
}

/** The versions for a sentence: newest first, each once; `none` when there are none. */
export function listVersions(found: readonly Versioned[]): string {
  const versions = [...new Set(found.map(({ version }) => version))].sort((one, other) =>
    compare(other, one),
  );
  return versions.join(", ") || "none";
}

function compare(one: string, other: string): number {
  const [left, right] = [one.split("."), other.split(".")];
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const difference = Number(left[at] ?? 0) - Number(right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
