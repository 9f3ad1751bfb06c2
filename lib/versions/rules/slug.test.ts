import { describe, expect, test } from "vitest";
import { freeSlug, slugOf, slugProblem } from "#lib/versions/rules/slug.ts";

describe("the slug of a branch or tag", () => {
  test.each([
    ["main", "main"],
    ["release/1.0", "release-1.0"],
    ["V1.0", "v1.0"],
    ["fix!", "fix-"],
    ["is-this?", "is-this-"],
    ["100%", "100-"],
    ["a//b", "a-b"],
    ["a b", "a-b"],
    ["1.0.x", "1.0.x"],
    ["1_0", "1_0"],
    ["--x", "x"],
    ["._x_", "x_"],
    ["x", "x"],
    ["grün", "grun"],
    ["ﬁne", "fine"],
    ["straße", "strasse"],
    ["релиз-2", "reliz-2"],
    ["日本", "ri-ben"],
    ["＃１", "1"],
    ["🚀", "unknown"],
    ["@#", "unknown"],
    [".", "unknown"],
    ["", "unknown"],
  ])("%s becomes %s", (name, slug) => expect(slugOf(name)).toBe(slug));

  test("is never longer than an address part can be, suffix included", () => {
    expect(slugOf("a".repeat(300))).toBe("a".repeat(250));
    expect(slugOf("日".repeat(200))).toHaveLength(250);
  });

  const alphabet = [..."abcdefghijklmnopqrstuvwxyz"];
  test.each([
    [[], "x"],
    [["x"], "x_a"],
    [["x", "x_a"], "x_b"],
    [["x", ...alphabet.map((letter) => `x_${letter}`)], "x_ba"],
    [["x", ...alphabet.map((letter) => `x_${letter}`), "x_ba", "x_bb"], "x_bc"],
  ])("with %j taken: %s", (taken, slug) => expect(freeSlug("x", new Set(taken))).toBe(slug));
});

describe("a slug somebody chooses", () => {
  test.each(["v1", "1.0", "a", "0", "a-", "a_b.c-d", "x".repeat(255)])("%s is fine", (slug) =>
    expect(slugProblem(slug)).toBeNull(),
  );

  test.each([
    ["V1", "lower-case"],
    ["a/b", "lower-case"],
    ["a b", "lower-case"],
    [".", "start with a letter"],
    ["-a", "start with a letter"],
    ["grün", "lower-case"],
    ["", "start with a letter"],
    ["x".repeat(256), "at most 255"],
    ["bulk", "another meaning"],
    ["latest", "kept for"],
    ["stable", "kept for"],
  ])("%s is refused", (slug, why) => expect(slugProblem(slug)).toContain(why));
});
