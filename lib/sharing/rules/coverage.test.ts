import { describe, expect, test } from "vitest";
import { compileCoverage } from "#lib/sharing/rules/coverage.ts";

const all = { allVersions: true, versionIds: [], versionPatterns: [], pathPrefixes: [] };
const version = (slug: string, id = 1, preview = false) => ({ slug, id, preview });

describe("what a share reaches (serving.md 14.3, Coverage)", () => {
  test.each([
    ["all versions: any", all, version("2.1"), true],
    ["all versions: no preview", all, version("17", 1, true), false],
    [
      "chosen versions: one of them",
      { ...all, allVersions: false, versionIds: [1, 2] },
      version("2.1"),
      true,
    ],
    ["chosen versions: another", { ...all, allVersions: false, versionIds: [1] }, version("2.1", 3), false],
    ["an empty list: nothing", { ...all, allVersions: false }, version("2.1"), false],
    ["a pattern", { ...all, allVersions: false, versionPatterns: ["2.*"] }, version("2.10"), true],
    [
      "a pattern is no regular expression",
      { ...all, allVersions: false, versionPatterns: ["2.*"] },
      version("21"),
      false,
    ],
    [
      "a pattern matches whole names",
      { ...all, allVersions: false, versionPatterns: ["2"] },
      version("2.1"),
      false,
    ],
    [
      "several patterns",
      { ...all, allVersions: false, versionPatterns: ["1.*", "v*-lts"] },
      version("v9-lts"),
      true,
    ],
    [
      "a star in the middle",
      { ...all, allVersions: false, versionPatterns: ["v*-lts"] },
      version("v9-beta"),
      false,
    ],
    [
      "a pattern: no preview",
      { ...all, allVersions: false, versionPatterns: ["*"] },
      version("17", 1, true),
      false,
    ],
  ])("%s", (_, scope, asked, expected) => {
    expect(compileCoverage(scope)(asked, "/index.html", false)).toBe(expected);
  });

  test.each([
    [["/guide/"], "/guide/", false, true],
    [["/guide/"], "/guide/a/b.html", false, true],
    [["/guide/"], "/guide", false, true],
    [["/guide"], "/guide/a.html", false, true],
    [["/guide/"], "/guidebook/", false, false],
    [["/guide/"], "/", false, false],
    [["/guide/page.html"], "/guide/page.html", false, true],
    [["/guide/page.html"], "/guide/page.html.txt", false, false],
    [["/guide/", "/faq.html"], "/faq.html", false, true],
    [["/guide/"], "/_static/site.css", true, true],
    [["/guide/"], "/_static/site.css", false, false],
  ])("paths %j: %s (aside: %j) → %j", (pathPrefixes, path, isAside, expected) => {
    const covers = compileCoverage({ ...all, pathPrefixes });
    expect(covers(version("latest"), path, isAside)).toBe(expected);
    const elsewhere = compileCoverage({ ...all, allVersions: false, versionIds: [9], pathPrefixes });
    expect(elsewhere(version("latest"), path, isAside)).toBe(false);
  });

  test.each([
    ["*", "", true],
    ["a*", "a", true],
    ["ab*bc", "abc", false],
    ["ab*bc", "abbc", true],
    ["a*b*c", "a1b2b3c", true],
    ["a*b*b", "ab", false],
    ["*b*b*", "abba", true],
    ["**", "x", true],
    ["2.*.1", "2.0.1.1", true],
  ])("the pattern %s on %j: %j", (pattern, slug, expected) => {
    const covers = compileCoverage({ ...all, allVersions: false, versionPatterns: [pattern] });
    expect(covers(version(slug), "/", false)).toBe(expected);
  });

  test("a long name takes no long time, however many stars a pattern has", () => {
    const covers = compileCoverage({ ...all, allVersions: false, versionPatterns: ["*a*a*a*a*b"] });
    expect(covers(version("a".repeat(200)), "/", false)).toBe(false);
  });
});
