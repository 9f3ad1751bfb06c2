import { expect, test } from "vitest";
import { isEnvText, readEnvText } from "#components/environment-variables/env-text.ts";

test.each([
  ["A=1", [["A", "1"]]],
  ["  export A = one two  ", [["A", "one two"]]],
  [
    "# A=1\n\nB=2 # why\nC=#no",
    [
      ["B", "2"],
      ["C", ""],
    ],
  ],
  ["A=x#y", [["A", "x#y"]]],
  [
    'A="one # two" # three\nB=2',
    [
      ["A", "one # two"],
      ["B", "2"],
    ],
  ],
  [
    "A=\"one\ntwo\"\r\nB='three\nfour'",
    [
      ["A", "one\ntwo"],
      ["B", "three\nfour"],
    ],
  ],
  ['A="a\\nb \\"c\\" \\\\"', [["A", 'a\nb "c" \\']]],
  ["A='a\\nb'", [["A", "a\\nb"]]],
  [
    "A=1\nA=2\nB=3",
    [
      ["A", "2"],
      ["B", "3"],
    ],
  ],
  ["URL=https://x.example/?a=b&c=d", [["URL", "https://x.example/?a=b&c=d"]]],
  [
    "A=\nB=2",
    [
      ["A", ""],
      ["B", "2"],
    ],
  ],
  [
    'A="never closed\nB=2',
    [
      ["A", '"never closed'],
      ["B", "2"],
    ],
  ],
  ["with space=1", [["with space", "1"]]],
  ["no assignment", []],
  ["=1", []],
  ["", []],
] as const)("%j sets %j", (text, expected) => {
  expect(readEnvText(text)).toEqual(expected.map(([name, value]) => ({ name, value })));
});

test("a pasted text is told from a name", () => {
  expect(["TOKEN", "A=1", "A=1\nB=2", "two\nlines", ""].map(isEnvText)).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
});
