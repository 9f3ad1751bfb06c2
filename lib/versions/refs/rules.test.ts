import { describe, expect, test } from "vitest";
import { freeSlug, newVersions, slugOf } from "#lib/versions/refs/rules.ts";

test.each([
  ["main", "main"],
  ["release/1.0", "release-1.0"],
  ["V1.0", "v1.0"],
  ["fix!", "fix-"],
  ["a//b", "a-b"],
  ["--x", "x"],
  ["._x_", "x_"],
  ["grün", "grun"],
  ["ﬁne", "fine"],
  ["日本", "unknown"],
  ["", "unknown"],
  ["a b", "a-b"],
  ["100%", "100-"],
])("%s becomes %s", (name, slug) => expect(slugOf(name)).toBe(slug));

test.each([
  [[], "x"],
  [["x"], "x_a"],
  [["x", "x_a"], "x_b"],
  [["x", ...[..."abcdefghijklmnopqrstuvwxyz"].map((letter) => `x_${letter}`)], "x_ba"],
])("with %j taken: %s", (taken, slug) => expect(freeSlug("x", new Set(taken))).toBe(slug));

describe("refs without a version", () => {
  const commit = "1".repeat(40);
  const branch = (name: string) => ({ type: "branch" as const, name, commit });
  const tag = (name: string) => ({ type: "tag" as const, name, commit });
  const known = (type: string, verboseName: string, slug = verboseName, machine = false) => ({
    type,
    verboseName,
    slug,
    machine,
  });

  test.each([
    ["all are new", [branch("main"), tag("v1")], [], ["v1", "main"]],
    ["known ones are left", [branch("main"), tag("v1")], [known("branch", "main")], ["v1"]],
    ["a branch and a tag of one name", [branch("1.0"), tag("1.0")], [], ["1.0", "1.0_a"]],
    ["a slug somebody else has", [branch("a/b")], [known("branch", "a-b")], ["a-b_a"]],
    [
      "the platform's own names",
      [branch("latest"), tag("stable"), branch("x")],
      [known("branch", "latest", "latest", true)],
      ["x"],
    ],
    [
      "a machine version is not the branch it follows",
      [branch("main")],
      [known("branch", "main", "latest", true)],
      ["main"],
    ],
  ])("%s", (_, refs, versions, slugs) =>
    expect(newVersions(refs, versions).map(({ slug }) => slug)).toEqual(slugs),
  );

  test("a remote with very many names of one slug is read at once, and no further than a project can hold", () => {
    const name = (number: number) =>
      String.fromCodePoint(0x4e00 + (number % 250), 0x5000 + Math.floor(number / 250));
    const refs = Array.from({ length: 60_000 }, (_, number) => tag(name(number)));
    const slugs = newVersions(refs, []).map(({ slug }) => slug);
    expect(slugs.slice(0, 3)).toEqual(["unknown", "unknown_a", "unknown_b"]);
    expect(new Set(slugs).size).toBe(50_000);
  });
});
