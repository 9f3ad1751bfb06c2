import { describe, expect, test } from "vitest";
import {
  choice,
  described,
  flag,
  integer,
  list,
  listOf,
  listOrAll,
  path,
  pathPattern,
  type Reader,
  text,
} from "#lib/builds/config/rules/values.ts";

/** What a reader makes of a value: the value, or the part of the notice's id behind the last colon. */
function outcome(read: Reader<unknown>, given: unknown): unknown {
  try {
    return read(given, "key");
  } catch (error) {
    const { notice, values } = error as { notice: string; values: { key: string } };
    expect(values.key).toMatch(/^key(\.\d+)?$/);
    return notice.replace("config:validation:", "refused: ");
  }
}

describe("[builds B1] true and false, also as 1 and 0, never as text", () => {
  test.each([
    [true, true],
    [1, true],
    [false, false],
    [0, false],
    ["true", "refused: invalid-bool"],
    ["1", "refused: invalid-bool"],
    [2, "refused: invalid-bool"],
    [null, "refused: invalid-bool"],
    [[], "refused: invalid-bool"],
  ])("%j: %j", (given, wanted) => expect(outcome(flag, given)).toEqual(wanted));
});

describe("[builds B2] a choice is one of its members; a list is a list, not text", () => {
  test.each([
    [choice(["a", "b"]), "a", "a"],
    [choice(["a", "b"]), "c", "refused: invalid-choice"],
    [choice(["3"]), 3, "refused: invalid-choice"],
    [choice(["a"]), ["a"], "refused: invalid-choice"],
    [choice(["a"]), null, "refused: invalid-choice"],
    [list, [1, "b"], [1, "b"]],
    [list, [], []],
    [list, "ab", "refused: invalid-list"],
    [list, { 0: "a" }, "refused: invalid-list"],
    [list, null, "refused: invalid-list"],
    [listOf(text), ["a", "b"], ["a", "b"]],
    [listOf(text), ["a", 1], "refused: invalid-string"],
    [listOrAll(text), "all", "all"],
    [listOrAll(text), ["all"], ["all"]],
    [listOrAll(text), "some", "refused: invalid-list"],
    [integer(-10, 10), 10, 10],
    [integer(-10, 10), -11, "refused: invalid-choice"],
    [integer(-10, 10), 1.5, "refused: invalid-choice"],
    [integer(-10, 10), "5", "refused: invalid-choice"],
  ] as [Reader<unknown>, unknown, unknown][])("%#: %j, %j", (read, given, wanted) =>
    expect(outcome(read, given)).toEqual(wanted),
  );
});

describe("[builds B3] a path is relative and stays inside the repository", () => {
  test.each([
    ["docs/conf.py", "docs/conf.py"],
    ["./docs//conf.py", "docs/conf.py"],
    ["docs/", "docs"],
    ["docs/../conf.py", "conf.py"],
    [".", "."],
    ["./", "."],
    ["..docs", "..docs"],
    ["a folder/ünï.py", "a folder/ünï.py"],
    ["", "refused: invalid-path"],
    [" ", "refused: invalid-path"],
    ["/docs/conf.py", "refused: invalid-path"],
    ["..", "refused: invalid-path"],
    ["../conf.py", "refused: invalid-path"],
    ["docs/../../conf.py", "refused: invalid-path"],
    ["docs\nconf.py", "refused: invalid-path"],
    [null, "refused: invalid-string"],
    [3, "refused: invalid-string"],
  ])("%j: %j", (given, wanted) => expect(outcome(path, given)).toBe(wanted));
});

describe("[builds B3] text is any text, and nothing else", () => {
  test.each([
    ["ünï😀", "ünï😀"],
    ["", ""],
    [3.1, "refused: invalid-string"],
    [true, "refused: invalid-string"],
    [null, "refused: invalid-string"],
    [["a"], "refused: invalid-string"],
  ])("%j: %j", (given, wanted) => expect(outcome(text, given)).toBe(wanted));
});

describe("a pattern for pages keeps its stars and loses its odd slashes", () => {
  test.each([
    ["/foo/bar", "foo/bar"],
    ["///foo//bar/", "foo/bar"],
    ["/foo/bar/../", "foo"],
    ["./foo", "foo"],
    ["../../foo", "foo"],
    ["foo*", "foo*"],
    ["/foo/bar?/*", "foo/bar?/*"],
    ["foo/[bar]/*/", "foo/[bar]/*"],
    ["/", "refused: invalid-path-pattern"],
    ["", "refused: invalid-path-pattern"],
    ["foo/..", "refused: invalid-path-pattern"],
    [4, "refused: invalid-string"],
  ])("%j: %j", (given, wanted) => expect(outcome(pathPattern, given)).toBe(wanted));
});

describe("a value is told about in words", () => {
  test.each([
    [null, "empty"],
    ["", "empty text"],
    ["html", "the text “html”"],
    ["x".repeat(200), `the text “${"x".repeat(99)}…”`],
    [3.1, "a number (3.1)"],
    [true, "a truth value (true)"],
    [[1], "a list"],
    [{}, "a mapping"],
    [new Date(0), "a date"],
    [new Set(), "of another type"],
  ])("%j: %s", (given, words) => expect(described(given)).toBe(words));
});
