import { expect, test } from "vitest";
import { failureExcerpt } from "./excerpt.ts";

test("the first line that tells of an error comes with its surroundings", () => {
  const lines = ["1", "2", "3", "4", "Error: no such file", "6", "7", "8", "9"];
  expect(failureExcerpt(lines)).toEqual({
    first: 2,
    lines: ["2", "3", "4", "Error: no such file", "6", "7", "8"],
  });
});

test("without such a line the end is shown", () => {
  expect(failureExcerpt(["1", "2", "3", "4", "5", "6", "7"])).toEqual({
    first: 2,
    lines: ["2", "3", "4", "5", "6", "7"],
  });
});

test("no output gives an empty excerpt", () => {
  expect(failureExcerpt([])).toEqual({ first: 1, lines: [] });
});
