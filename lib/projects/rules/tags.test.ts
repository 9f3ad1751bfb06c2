import { describe, expect, it } from "vitest";
import { tagsInput } from "#lib/projects/rules/tags.ts";

describe("tags", () => {
  it.each<[unknown, string[]]>([
    [[], []],
    [
      ["b", "a"],
      ["b", "a"],
    ],
    [
      ["a", "A", "a", " a"],
      ["a", "A", " a"],
    ],
    ['["x"]', ["x"]],
    ["", []],
  ])("%j → %j", (sent, stored) => {
    expect(tagsInput().parse(sent)).toEqual(stored);
  });

  it.each<[unknown, string]>([
    [undefined, "This field is required."],
    [null, "This field may not be null."],
    [{}, 'Expected a list of items but got type "dict".'],
    [5, 'Expected a list of items but got type "int".'],
    ["{}", 'Expected a list of items but got type "dict".'],
    ["a, b", "Invalid json list. A tag list submitted in string form must be valid json."],
    [["a", 1], "All list items must be of string type."],
    [[["a"]], "All list items must be of string type."],
    [[""], "This field may not be blank."],
    [["x".repeat(101)], "Ensure this field has no more than 100 characters."],
    [Array.from({ length: 101 }, String), "Ensure this field has no more than 100 elements."],
    [["a\0"], "Null characters are not allowed."],
  ])("refuses %j", (sent, message) => {
    expect(
      tagsInput()
        .safeParse(sent)
        .error?.issues.map((issue) => issue.message),
    ).toEqual([message]);
  });
});
