import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addressProblems,
  insertAt,
  moveTo,
  normalise,
  removeAt,
  type Shift,
  wildcardProblem,
} from "#lib/redirects/rules.ts";
import type { RedirectType } from "#lib/redirects/schema.ts";

/** Name → position, as a list of names in the order of the positions would be read back. */
type Positions = ReadonlyMap<string, number>;

const shifted = (positions: Positions, { from, to, by }: Shift): Map<string, number> =>
  new Map([...positions].map(([name, at]) => [name, at >= from && at <= to ? at + by : at]));

function created(positions: Positions, name: string, wanted: number): Positions {
  const { position, shift } = insertAt(positions.size, wanted);
  return shifted(positions, shift).set(name, position);
}

function moved(positions: Positions, name: string, wanted: number): Positions {
  const { position, shift } = moveTo(positions.size, positions.get(name)!, wanted);
  return shifted(positions, shift).set(name, position);
}

function deleted(positions: Positions, name: string): Positions {
  const left = shifted(positions, removeAt(positions.size, positions.get(name)!));
  left.delete(name);
  return left;
}

const written = (positions: Positions): string =>
  [...positions]
    .sort(([, one], [, other]) => one - other)
    .map(([name, position]) => `${name}${position}`)
    .join(",");
const given = (names: string): Positions => new Map([...names].map((name, position) => [name, position]));

describe("positions", () => {
  test("the example of the contract", () => {
    const first = created(new Map(), "A", 0);
    expect(written(first)).toBe("A0");
    const second = created(first, "B", 0);
    expect(written(second)).toBe("B0,A1");
    const third = created(second, "C", 2);
    expect(written(third)).toBe("B0,A1,C2");
    const fourth = moved(third, "A", 2);
    expect(written(fourth)).toBe("B0,C1,A2");
    expect(written(deleted(fourth, "B"))).toBe("C0,A1");
  });

  test.each([
    ["", 0, "X0"],
    ["", 7, "X0"],
    ["AB", 0, "X0,A1,B2"],
    ["AB", 1, "A0,X1,B2"],
    ["AB", 2, "A0,B1,X2"],
    ["AB", 2147483647, "A0,B1,X2"],
  ])("into %j at %i: %s", (names, wanted, expected) =>
    expect(written(created(given(names), "X", wanted))).toBe(expected),
  );

  test.each([
    ["ABCD", "A", 0, "A0,B1,C2,D3"],
    ["ABCD", "A", 1, "B0,A1,C2,D3"],
    ["ABCD", "A", 3, "B0,C1,D2,A3"],
    ["ABCD", "A", 99, "B0,C1,D2,A3"],
    ["ABCD", "B", 2, "A0,C1,B2,D3"],
    ["ABCD", "C", 0, "C0,A1,B2,D3"],
    ["ABCD", "D", 1, "A0,D1,B2,C3"],
    ["ABCD", "D", 99, "A0,B1,C2,D3"],
    ["A", "A", 5, "A0"],
  ])("in %s, %s to %i: %s", (names, name, wanted, expected) =>
    expect(written(moved(given(names), name, wanted))).toBe(expected),
  );

  test.each([
    ["ABC", "A", "B0,C1"],
    ["ABC", "B", "A0,C1"],
    ["ABC", "C", "A0,B1"],
    ["A", "A", ""],
  ])("out of %s, %s: %s", (names, name, expected) =>
    expect(written(deleted(given(names), name))).toBe(expected),
  );

  test("are those of a list from which is taken and into which is put, whatever is done in whatever order", () => {
    const step = fc.record({
      kind: fc.constantFrom("create", "move", "delete"),
      which: fc.nat(),
      wanted: fc.oneof(fc.nat(12), fc.nat(2 ** 31 - 1)),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let positions: Positions = new Map();
        let list: string[] = [];
        for (const [index, { kind, which, wanted }] of steps.entries()) {
          const name = list[which % Math.max(list.length, 1)];
          if (kind === "create" || name === undefined) {
            positions = created(positions, `R${index}.`, wanted);
            list.splice(wanted, 0, `R${index}.`);
          } else {
            positions = kind === "move" ? moved(positions, name, wanted) : deleted(positions, name);
            list = list.filter((other) => other !== name);
            if (kind === "move") list.splice(wanted, 0, name);
          }
          expect(written(positions)).toBe(list.map((other, position) => `${other}${position}`).join(","));
        }
      }),
      { numRuns: 500 },
    );
  });
});

const target = (type: RedirectType, fromUrl: string, toUrl: string) => ({ type, fromUrl, toUrl });

describe("addresses as they are stored", () => {
  test.each([
    ["/docs/", "/new/", "/docs", "/new/"],
    ["docs", "new", "/docs", "/new"],
    ["//docs//", "//new//", "/docs", "/new//"],
    ["/", "/", "/", "/"],
    ["/docs/*", "/:splat", "/docs/*", "/:splat"],
    ["*", "https://example.com/x/", "/*", "https://example.com/x/"],
    ["a/b", "http://example.com", "/a/b", "http://example.com"],
    ["a", "ftp://example.com", "/a", "/ftp://example.com"],
  ])("%s → %s becomes %s → %s", (fromUrl, toUrl, from, to) => {
    for (const type of ["page", "exact"] as const)
      expect(normalise(target(type, fromUrl, toUrl))).toEqual(target(type, from, to));
  });

  test.each(["clean_url_to_html", "html_to_clean_url"] as const)("%s has none", (type) =>
    expect(normalise(target(type, "/a", "/b"))).toEqual(target(type, "", "")),
  );
});

describe("addresses that are missing or do not fit", () => {
  const required = ["This field is required."];
  const blank = ["This field may not be blank."];
  const long = ["Ensure this field has no more than 255 characters."];
  const x = "x".repeat(255);
  test.each([
    ["page", "/a", "/b", {}, {}],
    ["page", "", "", {}, { from_url: required, to_url: required }],
    ["exact", "", "", { from_url: "" }, { from_url: blank, to_url: required }],
    ["exact", "/a", "", { to_url: "" }, { to_url: blank }],
    ["exact", x, x, {}, { from_url: long, to_url: long }],
    ["exact", `/${"x".repeat(254)}`, `/${"x".repeat(254)}`, {}, {}],
    ["clean_url_to_html", "", x, {}, {}],
  ] as const)("%s from %s to %s, sent %j", (type, fromUrl, toUrl, sent, expected) =>
    expect(addressProblems(target(type, fromUrl, toUrl), sent)).toEqual(expected),
  );
});

describe("wildcards", () => {
  const removed = "The $rest wildcard has been removed in favor of *.";
  const inside = "The * wildcard must be at the end of the path.";
  const splat = "The * wildcard must be at the end of from_url to use the :splat placeholder in to_url.";
  test.each([
    ["/docs/*", "/:splat", null],
    ["/docs/*", "/new", null],
    ["/docs", "/new", null],
    ["/docs/$rest", "/", removed],
    ["/docs/$rest/", "/", removed],
    ["/docs/*/$rest", "/:splat", removed],
    ["/docs/$rest/more", "/", null],
    ["/docs/*/", "/", inside],
    ["/*/docs", "/:splat", inside],
    ["/*/docs/*", "/:splat", inside],
    ["/docs", "/new/:splat", splat],
  ])("%s → %s: %s", (fromUrl, toUrl, expected) => {
    for (const type of ["page", "exact"] as const)
      expect(wildcardProblem(target(type, fromUrl, toUrl))).toBe(expected);
    expect(wildcardProblem(target("html_to_clean_url", fromUrl, toUrl))).toBeNull();
  });
});
