import { shellPattern } from "#lib/platform/wire/shell-pattern.ts";

/** Which pages of a build are searched, and which come first (spec/serving.md 20.1), as its configuration says. */
export interface SearchSettings {
  /** Pattern to rank, -10 to 10, in the order of the file. */
  readonly ranking: readonly (readonly [pattern: string, rank: number])[];
  readonly ignore: readonly string[];
}

/** What a build without a configuration has. */
export const usualSettings: SearchSettings = {
  ranking: [],
  ignore: ["search.html", "search/index.html", "404.html", "404/index.html"],
};

/** More patterns than anybody writes are not looked at. */
const mostPatterns = 1_000;

/** Tells the rank of a page by its path, null for one that is not searched. Of several patterns the last one counts. */
export function pageRanker({ ranking, ignore }: SearchSettings): (path: string) => number | null {
  const ignored = ignore.slice(0, mostPatterns).map(shellPattern);
  const ranks = ranking.slice(-mostPatterns).map(([pattern, rank]) => [shellPattern(pattern), rank] as const);
  return (path) => {
    if (ignored.some((matches) => matches(path))) return null;
    const rank = ranks.findLast(([matches]) => matches(path))?.[1] ?? 0;
    return Number.isInteger(rank) && Math.abs(rank) <= 10 ? rank : 0;
  };
}

/** How much more or less a page weighs, by its rank from -10 on (spec/serving.md 20.5). */
export const rankFactors: readonly number[] = [
  0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 1.93, 1.96, 2,
];
