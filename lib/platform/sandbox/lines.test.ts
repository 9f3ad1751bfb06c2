import { expect, test } from "vitest";
import { lineSplitter } from "#lib/platform/sandbox/lines.ts";

function split(...chunks: Array<string | Buffer>): string[] {
  const splitter = lineSplitter();
  return [...chunks.flatMap((chunk) => splitter.push(Buffer.from(chunk))), ...splitter.end()];
}

test.each<[string, Array<string | Buffer>, string[]]>([
  ["whole lines", ["a\nb\n"], ["a", "b"]],
  ["a last line without end", ["a\nb"], ["a", "b"]],
  ["a line over two chunks", ["he", "llo\nx\n"], ["hello", "x"]],
  ["empty lines are kept", ["a\n\nb\n"], ["a", "", "b"]],
  ["nothing", [], []],
  ["Windows line ends", ["a\r\nb\r\n"], ["a", "b"]],
  ["a rewritten progress line keeps its last state", ["10%\r50%\r100%\n"], ["100%"]],
  ["NUL is removed", ["a\0b\n"], ["ab"]],
  ["invalid UTF-8 is replaced", [Buffer.from([0x61, 0xff, 0x62, 0x0a])], ["a\ufffdb"]],
  ["a letter cut in two by the chunks", [Buffer.from([0xc3]), Buffer.from([0xa4, 0x0a])], ["ä"]],
  ["a cut letter at the end", [Buffer.from([0x61, 0xc3])], ["a\ufffd"]],
])("%s", (_, chunks, expected) => expect(split(...chunks)).toEqual(expected));

test("long lines are split, also without any line end", () => {
  expect(split(`${"x".repeat(9_000)}\n`).map((line) => line.length)).toEqual([4_000, 4_000, 1_000]);
  const splitter = lineSplitter();
  expect(splitter.push(Buffer.from("y".repeat(9_000))).map((line) => line.length)).toEqual([4_000, 4_000]);
  expect(splitter.end()).toEqual(["y".repeat(1_000)]);
});
