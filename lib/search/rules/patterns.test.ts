import { describe, expect, test } from "vitest";
import { pageRanker, rankFactors, usualSettings } from "#lib/search/rules/patterns.ts";

const rank = (ranking: [string, number][], path: string) => pageRanker({ ranking, ignore: [] })(path);

describe("patterns", () => {
  test.each([
    ["api/*", "api/v1/index.html", true],
    ["*.html", "deep/er/x.html", true],
    ["*", "a.html", true],
    ["api", "api/index.html", false],
    ["a?c.html", "abc.html", true],
    ["a?c.html", "ac.html", false],
    ["[ab].html", "b.html", true],
    ["[!ab].html", "b.html", false],
    ["v[0-9]/*", "v3/x.html", true],
    ["v[0-9]/*", "vx/x.html", false],
    ["[.html", "[.html", true],
    ["[]].html", "].html", true],
    ["a*b*c.html", "a-b-b-c.html", true],
    ["a.html", "axhtml", false],
    ["API/*", "api/x.html", false],
    ["", "a.html", false],
  ])("%j and %j: %j", (pattern, path, expected) => {
    expect(rank([[pattern, 7]], path)).toBe(expected ? 7 : 0);
  });

  test("a hostile pattern takes no time", () => {
    expect(rank([[`${"*a".repeat(200)}b`, 1]], `${"a".repeat(1000)}.html`)).toBe(0);
  });
});

test("of several patterns the last one in the file counts", () => {
  expect(
    rank(
      [
        ["*", 5],
        ["api/*", -5],
      ],
      "api/x.html",
    ),
  ).toBe(-5);
  expect(
    rank(
      [
        ["api/*", -5],
        ["*", 5],
      ],
      "api/x.html",
    ),
  ).toBe(5);
});

test("a rank out of range is none", () => {
  for (const odd of [11, -11, 1.5, Number.NaN]) expect(rank([["*", odd]], "x.html")).toBe(0);
});

test("pages that are ignored have no rank", () => {
  const usual = pageRanker(usualSettings);
  expect(
    ["search.html", "search/index.html", "404.html", "404/index.html", "index.html", "a/404.html"].map(usual),
  ).toEqual([null, null, null, null, 0, 0]);
});

test("ranks multiply as the table says", () => {
  expect([-10, -9, -1, 0, 1, 10].map((value) => rankFactors[value + 10])).toEqual([
    0.01, 0.05, 0.8, 1, 1.3, 2,
  ]);
  expect(rankFactors).toHaveLength(21);
});
