import { expect, test } from "vitest";
import { nextMatch } from "./next-match.ts";

const line = (command: number, number: number) => ({ command, from: number, to: number });
const matches = [line(1, 5), line(3, 2), line(3, 9)];

test.each([
  ["the first", null, 1, 0],
  ["the next in the same command", line(3, 2), 1, 2],
  ["the next in another command", line(1, 5), 1, 1],
  ["round at the end", line(3, 9), 1, 0],
  ["the last, backwards", null, -1, 2],
  ["the one before", line(3, 2), -1, 0],
  ["round at the beginning", line(1, 5), -1, 2],
  ["the next after a line that matches no more", line(2, 1), 1, 1],
] as const)("%s", (_, last, step, at) => {
  expect(nextMatch(matches, last, step)).toBe(at);
});

test("without matches there is none", () => {
  expect(nextMatch([], null, 1)).toBe(-1);
});
