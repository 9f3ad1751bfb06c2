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
  const ignored = ignore.slice(0, mostPatterns).map(matcher);
  const ranks = ranking.slice(-mostPatterns).map(([pattern, rank]) => [matcher(pattern), rank] as const);
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

/**
 * Whether a shell-style pattern describes the whole path: `*` any characters, `/` too, `?` one, `[a-z]` and `[!a-z]` one of a set.
 * Takes at most pattern × path steps, whatever the two are.
 */
function matcher(pattern: string): (path: string) => boolean {
  const parts = partsOf(pattern);
  return (path) => {
    let [part, at] = [0, 0];
    let star: { part: number; at: number } | null = null;
    while (at < path.length) {
      const wanted = parts[part];
      if (wanted === "*") {
        star = { part, at };
        part += 1;
      } else if (wanted?.(path.charAt(at))) {
        part += 1;
        at += 1;
      } else if (star) {
        star.at += 1;
        [part, at] = [star.part + 1, star.at];
      } else return false;
    }
    return parts.slice(part).every((rest) => rest === "*");
  };
}

type PatternPart = "*" | ((character: string) => boolean);

function partsOf(pattern: string): PatternPart[] {
  return [...pattern.matchAll(/\*+|\?|\[(!?)(\]?[^\]]*)\]|./gs)].map(([text, not, set]) => {
    if (text.startsWith("*")) return "*";
    if (text === "?") return () => true;
    if (set === undefined) return (character) => character === text;
    return (character) => inSet(set, character) !== (not === "!");
  });
}

function inSet(set: string, character: string): boolean {
  return [...set.matchAll(/(.)-(.)|./gs)].some(([one, from, to]) =>
    from !== undefined && to !== undefined ? from <= character && character <= to : one === character,
  );
}
