import { expect, test } from "vitest";
import { fitting, scoreOf } from "./fuzzy.ts";

const names = ["Overview", "Versions", "Builds", "Environment variables", "New share", "Sharing"];

test.each([
  ["", names],
  ["ver", ["Versions", "Overview", "Environment variables"]],
  ["ns", ["New share", "Versions", "Environment variables"]],
  ["NEW S", ["New share"]],
  ["zz", []],
])("“%s” finds, best first", (typed, expected) => {
  expect(fitting(names, typed, (name) => name)).toEqual(expected);
});

test("a missing letter is no match", () => {
  expect(scoreOf("Builds", "buildz")).toBeNull();
});
