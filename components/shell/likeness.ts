const pairsOf = (text: string): readonly string[] =>
  Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2));

/** How alike two names are, from 0 to 1: the share of neighbouring letters they have in common. */
export function likeness(one: string, other: string): number {
  const mine = pairsOf(one.toLowerCase());
  const rest = [...pairsOf(other.toLowerCase())];
  const all = mine.length + rest.length;
  let common = 0;
  for (const pair of mine) {
    const at = rest.indexOf(pair);
    if (at < 0) continue;
    rest.splice(at, 1);
    common += 1;
  }
  return all === 0 ? 0 : (2 * common) / all;
}
