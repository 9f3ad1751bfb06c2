import { expect, test } from "vitest";
import { rangeOf } from "./range.ts";

const rows = ["a", "b", "c", "d"];

test.each([
  ["downwards", "b", "d", ["b", "c", "d"]],
  ["upwards", "c", "a", ["a", "b", "c"]],
  ["one row", "b", "b", ["b"]],
  ["without a first row", undefined, "c", ["c"]],
  ["from a row of another page", "z", "c", ["c"]],
])("a range %s", (_, from, to, expected) => {
  expect(rangeOf(rows, from, to)).toEqual(expected);
});
