/** Where words start in a text. */
const headsOf = (text: string): readonly number[] =>
  [...text.matchAll(/(?<=^|[\s/#._-])[^\s/#._-]/g)].map(({ index }) => index);

/** The places of all letters in their order, starts of words first where `heads` are given; null when one is missing. */
function placesOf(text: string, letters: string, heads: readonly number[]): number[] | null {
  const places: number[] = [];
  for (const letter of letters) {
    const from = (places.at(-1) ?? -1) + 1;
    const next = text.indexOf(letter, from);
    if (next < 0) return null;
    const together = from > 0 && next === from;
    places.push(together ? next : (heads.find((at) => at >= from && text[at] === letter) ?? next));
  }
  return places;
}

/**
 * How well a text matches what was typed, or null when a letter is missing: all letters in their order; better when they stand
 * together and at the starts of words.
 */
export function scoreOf(text: string, typed: string): number | null {
  const lower = text.toLowerCase();
  const letters = typed.toLowerCase().replace(/\s+/g, "");
  const heads = headsOf(lower);
  const places = placesOf(lower, letters, heads) ?? placesOf(lower, letters, []);
  if (!places) return null;
  const points = places.map((at, index) =>
    index > 0 && at === (places[index - 1] ?? 0) + 1 ? 3 : heads.includes(at) ? 2 : 0,
  );
  return points.reduce<number>((sum, one) => sum + one, 0) - lower.length / 1000;
}

/** The items that match, best first; all as they are when nothing was typed. */
export function fitting<Item>(items: readonly Item[], typed: string, textOf: (item: Item) => string): Item[] {
  if (typed.trim() === "") return [...items];
  return items
    .map((item) => ({ item, score: scoreOf(textOf(item), typed) }))
    .filter(({ score }) => score !== null)
    .sort((a, b) => (b.score ?? 0) - (a.score ?? 0))
    .map(({ item }) => item);
}
