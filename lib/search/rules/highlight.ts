import { escapeHtml } from "#lib/platform/html/escape.ts";
import { readWords, type WantedWord, type Word } from "#lib/search/rules/words.ts";

/** In characters, about. */
const fragmentLength = 160;
/** Before the first match of a fragment. */
const lead = 60;

type Range = { start: number; end: number };

/** A title with what was found marked, or nothing where nothing of it was. HTML is escaped first (spec/serving.md 20.6). */
export function highlightTitle(title: string, terms: readonly (readonly WantedWord[])[]): string[] {
  const ranges = findRanges(title, terms);
  return ranges.length === 0 ? [] : [mark(title, ranges, 0, title.length)];
}

/** The first passage of a text in which something was found, marked and escaped. */
export function highlightText(text: string, terms: readonly (readonly WantedWord[])[]): string[] {
  const ranges = findRanges(text, terms);
  const [first] = ranges;
  if (!first) return [];
  const start = wordStart(text, Math.max(0, first.start - lead));
  const end = wordEnd(text, Math.max(first.end, start + fragmentLength));
  const inside = ranges.filter((range) => range.end <= end);
  return [mark(text, inside, start, end).trim()];
}

type Term = readonly WantedWord[];

/** The terms that may begin with a word. What that costs depends on the length of the word, not on the number of terms. */
function beginningWith(terms: readonly Term[]): (word: Word) => readonly Term[] {
  const whole = new Map<string, Term[]>();
  const open = new Map<string, Term[]>();
  for (const term of terms) {
    const [first] = term;
    if (!first) continue;
    const known = first.open ? open : whole;
    known.set(first.lexeme, [...(known.get(first.lexeme) ?? []), term]);
  }
  const lengths = [...new Set([...open.keys()].map(({ length }) => length))];
  return ({ lexeme }) => {
    const found = [...(whole.get(lexeme) ?? [])];
    for (const length of lengths)
      if (length <= lexeme.length) found.push(...(open.get(lexeme.slice(0, length)) ?? []));
    return found;
  };
}

/** Where the terms stand, from left to right, overlapping ones as one. */
function findRanges(text: string, terms: readonly Term[]): Range[] {
  const words = [...readWords(text)];
  const termsOf = beginningWith(terms);
  const ranges: Range[] = [];
  for (const [at, word] of words.entries()) {
    for (const term of termsOf(word)) {
      const ends = term.map((wanted) => endOf(words[at + wanted.offset], wanted));
      if (ends.every((end) => end !== null)) ranges.push({ start: word.start, end: Math.max(...ends) });
    }
  }
  const merged: Range[] = [];
  for (const range of ranges) {
    const last = merged.at(-1);
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else merged.push({ ...range });
  }
  return merged;
}

/** Where the word of a text ends that is the wanted one; null when it is another one. */
function endOf(word: Word | undefined, { lexeme, open }: WantedWord): number | null {
  if (!word) return null;
  if (!(open ? word.lexeme.startsWith(lexeme) : word.lexeme === lexeme)) return null;
  return word.end;
}

function mark(text: string, ranges: readonly Range[], start: number, end: number): string {
  let marked = "";
  let at = start;
  for (const range of ranges) {
    marked += `${escapeHtml(text.slice(at, range.start))}<span>${escapeHtml(text.slice(range.start, range.end))}</span>`;
    at = range.end;
  }
  return marked + escapeHtml(text.slice(at, end));
}

const wordStart = (text: string, at: number): number =>
  at === 0 ? 0 : Math.max(0, text.lastIndexOf(" ", at) + 1, at - 2 * lead);

const wordEnd = (text: string, at: number): number => {
  const space = text.indexOf(" ", at);
  return Math.min(text.length, space === -1 ? text.length : space, at + 2 * lead);
};
