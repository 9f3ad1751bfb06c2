import { expect, test } from "vitest";
import { keepTail } from "#lib/platform/sandbox/tail.ts";

test.each([
  ["nothing", 10, [], []],
  ["less than the limit", 10, ["ab\n", "cd"], ["ab", "cd"]],
  ["the last of one long chunk", 6, ["one two\nthree\nfour\n"], ["", "four"]],
  ["the last of many", 8, ["aaaa\n", "bbbb\n", "cccc\n", "dd\n"], ["cccc", "dd"]],
])("keeps %s", (_, limit, chunks, lines) => {
  const tail = keepTail(limit);
  for (const chunk of chunks) tail.push(Buffer.from(chunk));
  expect(tail.lines()).toEqual(lines);
});

test("the end of very much, piece by piece", () => {
  const tail = keepTail(1_000);
  for (let number = 1; number <= 100_000; number += 1) tail.push(Buffer.from(`${number}\n`));
  const lines = tail.lines();
  expect(lines.at(-1)).toBe("100000");
  expect(lines.at(-140)).toBe("99861");
  expect(lines.length).toBeLessThan(200);
});
