import { expect, test } from "vitest";
import {
  filterChoice,
  filterDay,
  filterFlag,
  filterId,
  filterMembers,
  filterText,
} from "#lib/platform/wire/filters.ts";

test.each([
  [undefined, undefined],
  ["", undefined],
  ["  ", undefined],
  [" a ", "a"],
])("the text %j filters by %j", (given, expected) => expect(filterText().parse(given)).toBe(expected));

test.each([
  ["true", true],
  ["True", true],
  ["1", true],
  ["false", false],
  ["FALSE", false],
  ["0", false],
  ["yes", undefined],
  ["on", undefined],
  ["", undefined],
  [undefined, undefined],
])("the boolean %j filters by %j", (given, expected) => expect(filterFlag().parse(given)).toBe(expected));

test.each([
  [undefined, undefined],
  ["", undefined],
  ["7", 7],
  [" 2147483647 ", 2_147_483_647],
  ["2147483648", -1],
  ["-7", -1],
  ["1e3", -1],
  ["many", -1],
])("the id %j filters by %j", (given, expected) => expect(filterId().parse(given)).toBe(expected));

test("a choice must be a known one, in its own case", () => {
  const field = filterChoice(["branch", "tag"]);
  expect(field.parse("tag")).toBe("tag");
  expect(field.parse("")).toBeUndefined();
  for (const bad of ["bad", "Tag"]) {
    expect(field.safeParse(bad).error?.issues.map((issue) => issue.message)).toEqual([
      `Select a valid choice. ${bad} is not one of the available choices.`,
    ]);
  }
});

test("unknown members of a list match nothing", () => {
  const field = filterMembers(["read", "unread"]);
  expect(field.parse("read,nope")).toEqual(["read"]);
  expect(field.parse("nope")).toEqual([]);
  expect(field.parse("")).toBeUndefined();
});

test.each([
  [undefined, undefined],
  [" ", undefined],
  ["2026-02-28", "2026-02-28T00:00:00.000Z"],
])("the day %j filters by %j", (given, expected) =>
  expect(filterDay().parse(given)?.toISOString()).toBe(expected),
);

test.each(["2026-02-30", "28.2.2026", "2026-2-8", "2026-02-28T10:00"])("%j is no day", (given) => {
  expect(filterDay().safeParse(given).success).toBe(false);
});
