import { type WantedWord, wantedWords } from "#lib/search/rules/words.ts";

/** What `q` names to search in (spec/serving.md 20.4). `version` is null where none is named. */
export interface Scope {
  readonly project: string;
  readonly version: string | null;
}

export interface ParsedQuery {
  readonly projects: readonly Scope[];
  readonly subprojects: readonly Scope[];
  /** `user:@me` */
  readonly mine: boolean;
  /** All that is no argument, joined by single spaces. */
  readonly text: string;
}

/** Takes the arguments out of a query; every text is one. */
export function parseQuery(query: string): ParsedQuery {
  const projects: Scope[] = [];
  const subprojects: Scope[] = [];
  let mine = false;
  const rest: string[] = [];
  for (const token of query.split(/\s+/)) {
    const colon = token.indexOf(":");
    const value = token.slice(colon + 1);
    const name = colon === -1 ? "" : token.slice(0, colon);
    if (name === "project") projects.push(scopeOf(value));
    else if (name === "subprojects") subprojects.push(scopeOf(value));
    else if (name === "user") mine = value === "@me";
    else if (token !== "") rest.push(token.replaceAll("\\:", ":"));
  }
  return { projects, subprojects, mine, text: rest.join(" ") };
}

function scopeOf(value: string): Scope {
  const slash = value.indexOf("/");
  if (slash === -1) return { project: value, version: null };
  return { project: value.slice(0, slash), version: value.slice(slash + 1) || null };
}

/** Something to look for: words in a row, or one of several alternatives. */
export type Sought =
  | { readonly kind: "words"; readonly words: readonly WantedWord[] }
  | { readonly kind: "group"; readonly alternatives: readonly (readonly Part[])[] };

/** `must` and `not` hold for every page that is found; of the others more are better. */
export interface Part {
  readonly sought: Sought;
  readonly sign: "plain" | "must" | "not";
}

/** Reading costs little, but each word is looked up: more than anybody types are not looked at. */
const mostWords = 50;
const deepest = 10;

type Token = { readonly mark: string } | { readonly words: readonly (readonly WantedWord[])[] };

const lexer = /"(?<phrase>[^"]*)(?:"(?<near>~\d*)?|$)|(?<mark>[()|+]|-(?=\S))|(?<word>[^\s"()|+]+)|\s+/g;

/**
 * Reads the text of a query (spec/serving.md 20.4): `+` and, `|` or, `-` not, `"…"` a row of words, `word*` a beginning, `( )`.
 * `word~N` lets the last N letters differ, and `"…"~N` lets the words stand anywhere. Every text is a query: marks that
 * lead nowhere are passed over. Null where there is nothing to look for.
 */
export function parseText(text: string): Sought | null {
  const tokens = readTokens(text);
  let at = 0;

  function group(depth: number): Sought | null {
    const alternatives: Part[][] = [[]];
    let sign: Part["sign"] = "plain";
    let joined = false;
    for (; at < tokens.length; at += 1) {
      const token = tokens[at];
      if (token === undefined) break;
      const parts = alternatives.at(-1) ?? [];
      if ("words" in token) {
        for (const words of token.words) add(parts, { kind: "words", words });
        continue;
      }
      if (token.mark === ")") {
        if (depth > 0) break;
      } else if (token.mark === "(") {
        if (depth === deepest) continue;
        at += 1;
        const inner = group(depth + 1);
        if (inner) add(parts, inner);
      } else if (token.mark === "|") {
        alternatives.push([]);
        [sign, joined] = ["plain", false];
      } else if (token.mark === "-") sign = "not";
      else joined = true;
    }
    const found = alternatives.filter((parts) => parts.some((part) => part.sign !== "not"));
    return found.length === 0 ? null : { kind: "group", alternatives: found };

    function add(parts: Part[], sought: Sought): void {
      const before = parts.at(-1);
      if (joined && before?.sign === "plain") parts[parts.length - 1] = { ...before, sign: "must" };
      parts.push({ sought, sign: joined && sign === "plain" ? "must" : sign });
      [sign, joined] = ["plain", false];
    }
  }
  return group(0);
}

function readTokens(text: string): Token[] {
  const tokens: Token[] = [];
  let left = mostWords;
  for (const { groups } of text.matchAll(lexer)) {
    if (left <= 0) break;
    const { phrase, near, mark, word } = groups ?? {};
    if (mark !== undefined) tokens.push({ mark });
    const words = phrase === undefined ? readWord(word ?? "") : wantedWords(phrase);
    if (words.length === 0) continue;
    const taken = words.slice(0, left);
    left -= taken.length;
    tokens.push({ words: near === undefined ? [taken] : taken.map((one) => [{ ...one, offset: 0 }]) });
  }
  return tokens;
}

/** `word`, `word*` or `word~N`. */
function readWord(word: string): readonly WantedWord[] {
  const [, stem = "", star, fuzzy] = /^(.*?)(\*+|~(\d*))?$/su.exec(word) ?? [];
  const words = wantedWords(stem);
  const last = words.at(-1);
  if (!last || star === undefined) return words;
  const cut = fuzzy === undefined ? last.lexeme : shortened(last.lexeme, Number(fuzzy || "2"));
  // One letter would find half of all pages.
  const open = cut.length > 1 || last.open;
  return [...words.slice(0, -1), { ...last, lexeme: open ? cut : last.lexeme, open }];
}

/** Without its last letters, of which two may differ at most, and three must stay. */
const shortened = (lexeme: string, letters: number): string => {
  const characters = [...lexeme];
  return characters
    .slice(0, Math.max(Math.min(3, characters.length), characters.length - Math.min(letters, 2)))
    .join("");
};

/** The rows of words a query looks for, without those it leaves out. */
export function wantedTerms(sought: Sought): readonly (readonly WantedWord[])[] {
  if (sought.kind === "words") return [sought.words];
  return sought.alternatives.flatMap((parts) =>
    parts.flatMap((part) => (part.sign === "not" ? [] : wantedTerms(part.sought))),
  );
}
