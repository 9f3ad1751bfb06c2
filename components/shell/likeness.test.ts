import { expect, test } from "vitest";
import { likeness } from "./likeness.ts";

test.each([
  ["acme", "acme", 1],
  ["Acme", "acme", 1],
  ["acme", "acne", 1 / 3],
  ["acme", "xyz", 0],
  ["a", "a", 0],
  ["", "", 0],
  ["aaaa", "aa", 0.5],
])("%s and %s", (one, other, expected) => {
  expect(likeness(one, other)).toBeCloseTo(expected);
});
