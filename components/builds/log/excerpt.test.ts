import { describe, expect, test } from "vitest";
import { failureExcerpt, nextError } from "./excerpt.ts";

describe("the lines of a failure", () => {
  test("the first error with three lines on either side", () => {
    const lines = ["1", "2", "3", "4", "Error: no such page", "6", "7", "8", "9", "ERROR again"];
    expect(failureExcerpt(lines)).toEqual({
      first: 2,
      telling: 5,
      lines: ["2", "3", "4", "Error: no such page", "6", "7", "8"],
    });
  });
  test("a traceback is told by its exception", () => {
    const lines = [
      "Traceback (most recent call last):",
      '  File "conf.py"',
      "ModuleNotFoundError: No module",
    ];
    expect(failureExcerpt(lines)).toEqual({ first: 1, telling: 3, lines });
  });
  test("where warnings count as errors, the first one tells, not the sentence at the end", () => {
    const sphinx = [
      "loading",
      "docs/guide.rst:6: WARNING: undefined label: 'nowhere' [ref.ref]",
      "build finished with problems, 1 warning (with warnings treated as errors).",
    ];
    expect(failureExcerpt(sphinx)).toEqual({ first: 1, telling: 2, lines: sphinx });
    const mkdocs = [
      "INFO    -  Building documentation",
      "WARNING -  Doc file 'index.md' contains a link 'gone.md', but the target is not found.",
      "",
      "Aborted with 1 warnings in strict mode!",
    ];
    expect(failureExcerpt(mkdocs).telling).toBe(2);
    const older = ["Warning, treated as error:", "docs/a.rst:3:Title underline too short."];
    expect(failureExcerpt(older).telling).toBe(1);
  });
  test("a weaker word counts when there is no better one", () => {
    expect(failureExcerpt(["a", "the theme cannot be loaded", "b"]).telling).toBe(2);
  });
  test("else the end says what was going on", () => {
    const lines = ["1", "2", "3", "4", "5", "6", "7", ""];
    expect(failureExcerpt(lines)).toEqual({
      first: 2,
      telling: 7,
      lines: ["2", "3", "4", "5", "6", "7", ""],
    });
  });
  test("nothing printed", () => {
    expect(failureExcerpt([])).toEqual({ first: 1, telling: 0, lines: [] });
  });
});

test.each([
  ["ERROR: Could not find a version that satisfies the requirement", true],
  ["docs/a.md:14: Error: chapter 3 is missing", true],
  ["sh: 1: sphinx-build: command not found", true],
  ["[error] page is missing", true],
  ["Warning, treated as error:", true],
  ["yaml.scanner.ScannerError", true],
  ["ERROR: Ignored the following yanked versions: 8.3.0", false],
  ["build finished, 0 errors", false],
  ["copying errors.html", false],
  ["writing output… [50%] error-handling", false],
])("%s tells of an error: %s", (line, tells) => {
  expect(nextError([line])).toBe(tells ? 0 : -1);
});
