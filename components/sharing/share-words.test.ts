import { describe, expect, test } from "vitest";
import { dayText, endText, reachText, recipientsText, usualDescription } from "./share-words.ts";

test.each([
  ["token", "Secret link, 20 Nov 2026"],
  ["password", "Password, 20 Nov 2026"],
  ["http_header_token", "HTTP header token, 20 Nov 2026"],
] as const)("a share by %s is called “%s” until somebody writes more", (type, expected) => {
  expect(usualDescription(type, "2026-11-20")).toBe(expected);
});

test("days are written out", () => {
  expect(dayText("2026-11-07")).toBe("7 Nov 2026");
  expect(dayText("")).toBe("");
});

test.each([
  ["2026-11-27", null, "Ends Fri, 27 Nov 2026 at 23:59 UTC"],
  ["2026-11-27", "UTC", "Ends Fri, 27 Nov 2026 at 23:59 UTC"],
  ["2026-11-27", "Europe/Berlin", "Ends Fri, 27 Nov 2026 at 23:59 UTC (00:59 your time)"],
  ["2026-13-45", "UTC", "Choose the last day on which it works."],
  ["", null, "Choose the last day on which it works."],
])("the end of %s in %s: %s", (day, zone, expected) => {
  expect(endText(day, zone)).toBe(expected);
});

test.each([
  [0, "no recipients"],
  [1, "1 recipient"],
  [12, "12 recipients"],
])("a share whose %i recipients have secrets says “%s”", (count, expected) => {
  expect(recipientsText(count)).toBe(expected);
});

describe("what a share reaches", () => {
  test.each([
    [true, [], [], "all versions"],
    [false, [], [], "no version yet"],
    [false, ["2.1"], [], "2.1"],
    [false, ["2.1", "2.0"], [], "2.1 and 2.0"],
    [false, ["2.1"], ["3.*"], "2.1 and versions like 3.*"],
    [false, ["5", "4", "3", "2", "1"], [], "5, 4, 3 and 2 more"],
  ])("%j %j %j: %s", (allVersions, versions, patterns, expected) => {
    expect(reachText({ allVersions, versions, patterns })).toBe(expected);
  });
});
