/**
 * Whether a shell-style pattern describes the whole path: `*` any characters, `/` too, `?` one, `[a-z]` and `[!a-z]` one of a set.
 * Takes at most pattern × path steps, whatever the two are.
 */
export function shellPattern(pattern: string): (path: string) => boolean {
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
    return remembered((character) => inSet(set, character) !== (not === "!"));
  });
}

/** A set may be as long as its pattern, and is asked of every character of every path. */
function remembered(decide: (character: string) => boolean): (character: string) => boolean {
  const known = new Map<string, boolean>();
  return (character) => {
    const is = known.get(character) ?? decide(character);
    known.set(character, is);
    return is;
  };
}

function inSet(set: string, character: string): boolean {
  return [...set.matchAll(/(.)-(.)|./gs)].some(([one, from, to]) =>
    from !== undefined && to !== undefined ? from <= character && character <= to : one === character,
  );
}
