import { expect, test } from "vitest";
import { compare } from "./three-way.ts";

test.each([
  ["nobody changed it", "a", "a", "a", "nothing"],
  ["only I changed it", "a", "b", "a", "nothing"],
  ["only the others changed it", "a", "a", "b", "theirs"],
  ["both changed it alike", "a", "b", "b", "nothing"],
  ["both changed it differently", "a", "b", "c", "clash"],
  ["I emptied what the others changed", "a", "", "c", "clash"],
])("%s", (_, first, mine, others, expected) => {
  const { clashes, theirs } = compare({ name: first }, { name: mine }, { name: others });
  expect([clashes, theirs]).toEqual([
    expected === "clash" ? ["name"] : [],
    expected === "theirs" ? ["name"] : [],
  ]);
});

test("each field is judged by itself", () => {
  const first = { name: "a", homepage: "x", language: "en" };
  const mine = { name: "b", homepage: "x", language: "de" };
  const others = { name: "c", homepage: "y", language: "en" };
  expect(compare(first, mine, others)).toEqual({ clashes: ["name"], theirs: ["homepage"] });
});
