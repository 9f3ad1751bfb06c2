/** Scripts written without spaces: every two neighbouring characters count as one word. */
const scripts = ["Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar"];
const readable = String.raw`[\p{L}\p{N}\p{M}]`;
const dense = String.raw`[[\u30FC${scripts.map((name) => `\\p{sc=${name}}`).join("")}]&&${readable}]`;
const token = new RegExp(`(${dense}+)|[${readable}--${dense}]+`, "gv");
const plain = /^[a-z0-9]+$/;
const accents = /[^\p{L}\p{N}\p{M}]|[\u0300-\u036f]/gu;
/** In characters; the rest of a longer word is not looked at. */
const longestWord = 64;

/** A word of a text: `lexeme` as it is compared, `start` and `end` where it stands, `position` its number. */
export interface Word {
  readonly lexeme: string;
  readonly position: number;
  readonly start: number;
  readonly end: number;
}

/**
 * The words of a text, of pages and queries alike: runs of letters and digits, in lower case and without accents, whatever the
 * language. Words are not reduced to stems and none is left out: documentation is full of names, and `settings` is another one
 * than `setting`. The database only compares them, so its own language settings do not matter.
 */
export function* readWords(text: string): Generator<Word> {
  let position = 0;
  for (const match of text.matchAll(token)) {
    const [run, denseRun] = match;
    if (denseRun === undefined) {
      const lexeme = lexemeOf(run);
      if (lexeme === "") continue;
      yield { lexeme, position, start: match.index, end: match.index + run.length };
      position += 1;
      continue;
    }
    const characters = [...denseRun];
    let start = match.index;
    for (const [index, character] of characters.entries()) {
      // The last one stands alone, so that each character begins a word.
      const pair = character + (characters[index + 1] ?? "");
      yield { lexeme: lexemeOf(pair), position, start, end: start + pair.length };
      position += 1;
      start += character.length;
    }
  }
}

/** A word to look for, `offset` words after the first one of its term. `open` means that it may go on. */
export interface WantedWord {
  readonly lexeme: string;
  readonly offset: number;
  readonly open: boolean;
}

/** The words of a part of a query, which must stand in a row: `os.path` is a row of two. */
export function wantedWords(text: string): readonly WantedWord[] {
  const words = [...readWords(text)];
  const first = words[0]?.position ?? 0;
  return words.flatMap(({ lexeme, position, end }, index) => {
    const single = denseCharacter.test(lexeme);
    // The last character of a run is a part of the pair before it.
    if (single && words[index - 1]?.end === end) return [];
    return [{ lexeme, offset: position - first, open: single }];
  });
}

const denseCharacter = new RegExp(`^${dense}$`, "v");
function lexemeOf(word: string): string {
  const lower = word.slice(0, longestWord).toLowerCase();
  if (plain.test(lower)) return lower;
  return lower.normalize("NFKD").replace(accents, "").normalize("NFC").toLowerCase().toWellFormed();
}
