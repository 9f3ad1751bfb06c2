import { buildMark, labels } from "#lib/search/rules/tsquery.ts";
import { readWords } from "#lib/search/rules/words.ts";

/** PostgreSQL counts no further; words beyond are found, but not as part of a row of words. */
const lastPosition = 16_383;
/** More places of one word than PostgreSQL keeps need not be sent. */
const mostPlaces = 255;
/** Of all words together, in bytes; PostgreSQL takes 1 MiB, places included. */
const mostBytes = 500_000;
/** Between texts, so that no row of words reaches from one into the next. */
const gap = 10;

/** The words of a section as PostgreSQL reads them (`tsvector`), marked with its build. Texts come with the label of their place. */
export function formatVector(
  buildId: number,
  texts: readonly (readonly [label: keyof typeof labels, text: string])[],
): string {
  const places = new Map<string, string[]>();
  let start = 1;
  let bytes = 0;
  for (const [label, text] of texts) {
    let end = start;
    for (const { lexeme, position } of readWords(text)) {
      end = start + position;
      const known = places.get(lexeme);
      if (known && known.length >= mostPlaces) continue;
      bytes += 2 + (known ? 0 : 8 + Buffer.byteLength(lexeme));
      if (bytes > mostBytes) break;
      const place = `${Math.min(end, lastPosition)}${labels[label]}`;
      if (known) known.push(place);
      else places.set(lexeme, [place]);
    }
    start = end + gap;
  }
  const words = [...places].map(([lexeme, at]) => `'${lexeme}':${at.join(",")}`);
  return [`'${buildMark(buildId)}'`, ...words].join(" ");
}
