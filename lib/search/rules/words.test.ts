import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readWords, wantedWords } from "#lib/search/rules/words.ts";

const lexemes = (text: string) => [...readWords(text)].map(({ lexeme }) => lexeme);

test.each([
  ["Hello, World!", ["hello", "world"]],
  ["os.path.join(a_b)", ["os", "path", "join", "a", "b"]],
  ["v3 3.12", ["v3", "3", "12"]],
  ["Configuración ÜBER naïve", ["configuracion", "uber", "naive"]],
  ["cafe\u0301", ["cafe"]],
  ["ﬁle Ⅳ", ["file", "iv"]],
  ["İstanbul", ["istanbul"]],
  ["Ёлка", ["елка"]],
  ["हिन्दी", ["हिन्दी"]],
  ["検索する", ["検索", "索す", "する", "る"]],
  ["Python入門", ["python", "入門", "門"]],
  ["ภาษา x", ["ภา", "าษ", "ษา", "า", "x"]],
  ["한국어 문서", ["한국어", "문서"]],
  ["a".repeat(100), ["a".repeat(64)]],
  ["' \\ \0 : | & ! <->", []],
  ["", []],
])("the words of %j", (text, expected) => {
  expect(lexemes(text)).toEqual(expected);
});

test("says where each word stands", () => {
  expect([...readWords("a. Éb 検索")]).toEqual([
    { lexeme: "a", position: 0, start: 0, end: 1 },
    { lexeme: "eb", position: 1, start: 3, end: 5 },
    { lexeme: "検索", position: 2, start: 6, end: 8 },
    { lexeme: "索", position: 3, start: 7, end: 8 },
  ]);
});

const word = (lexeme: string, offset: number, open = false) => ({ lexeme, offset, open });

describe("words to look for stand in a row", () => {
  test.each([
    ["os.path", [word("os", 0), word("path", 1)]],
    ["検索", [word("検索", 0)]],
    ["検索する", [word("検索", 0), word("索す", 1), word("する", 2)]],
    ["検", [word("検", 0, true)]],
    ["検 x", [word("検", 0, true), word("x", 1)]],
    ["入門Python", [word("入門", 0), word("python", 2)]],
    ["...", []],
  ])("%j", (text, expected) => {
    expect(wantedWords(text)).toEqual(expected);
  });
});

test("no text breaks it, and every word consists of letters, digits and marks", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      for (const { lexeme, start, end } of readWords(text)) {
        expect(lexeme).toMatch(/^[\p{L}\p{N}\p{M}]+$/u);
        expect(start).toBeLessThan(end);
      }
    }),
  );
});
