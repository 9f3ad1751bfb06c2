import { type Part, type Sought, wantedTerms } from "#lib/search/rules/query.ts";
import type { WantedWord } from "#lib/search/rules/words.ts";

/**
 * How much words weigh by where they stand (spec/serving.md 20.5, halved, because the database knows no weight above 1): in a
 * section, in the title of the page that a section lies in, in the page's title, in the section's title.
 */
export const labels = { content: "D", around: "C", pageTitle: "B", sectionTitle: "A" } as const;
export const labelWeights = "{0.5, 0, 0.75, 1}";

/** Marks the sections of a build. Nobody can search for it: words hold no such character. */
export const buildMark = (buildId: number): string => `#${buildId}`;

/** The three questions a search asks of each section, as PostgreSQL writes them. */
export interface TsQueries {
  /** Whether it is found: as many words as must be there, and nothing that must not. */
  readonly any: string;
  /** Whether all words are there; the title of its page counts as well. */
  readonly all: string;
  /** The words it is weighed by. */
  readonly words: string;
}

/** A query for the database. It is put together from letters, digits and marks of our own, never from what was typed. */
export function formatTsQueries(sought: Sought): TsQueries {
  const own = labels.sectionTitle + labels.pageTitle + labels.content;
  return {
    any: format(sought, (words) => formatWords(words, own), "|"),
    all: format(sought, (words) => formatWords(words, ""), "&"),
    words: together(
      wantedTerms(sought).map((words) => formatWords(words, "")),
      "|",
    ),
  };
}

/** The same within some builds only. */
export const within = (buildIds: readonly number[], query: string): string =>
  together(
    [
      together(
        buildIds.map((id) => `'${buildMark(id)}'`),
        "|",
      ),
      query,
    ],
    "&",
  );

type Term = (words: readonly WantedWord[]) => string;

function format(sought: Sought, term: Term, joint: "|" | "&"): string {
  if (sought.kind === "words") return term(sought.words);
  return together(
    sought.alternatives.map((parts) => formatParts(parts, term, joint)),
    "|",
  );
}

function formatParts(parts: readonly Part[], term: Term, joint: "|" | "&"): string {
  const signed = (sign: Part["sign"]) =>
    parts.filter((part) => part.sign === sign).map((part) => format(part.sought, term, joint));
  const [plain, must, not] = [signed("plain"), signed("must"), signed("not")];
  // Where some words must be there, the others only make a page better.
  const wanted = must.length > 0 && joint === "|" ? must : [...must, together(plain, joint)];
  return together([...wanted, ...not.map((query) => `!${query}`)], "&");
}

const formatWords = (words: readonly WantedWord[], label: string): string => {
  const written = words.map(({ lexeme, offset, open }, index) => {
    const distance = offset - (words[index - 1]?.offset ?? 0);
    const mark = open ? `:*${label}` : label && `:${label}`;
    return `${index === 0 ? "" : ` <${distance}> `}'${lexeme}'${mark}`;
  });
  return written.length > 1 ? `(${written.join("")})` : written.join("");
};

function together(queries: readonly string[], joint: "|" | "&"): string {
  const [first = "", ...others] = queries.filter((query) => query !== "");
  return others.length === 0 ? first : `(${[first, ...others].join(` ${joint} `)})`;
}
