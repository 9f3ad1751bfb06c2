import { describe, expect, test } from "vitest";
import { orderVersions, type VersionOrder } from "#lib/versions/rules/order.ts";
import { slugOf } from "#lib/versions/rules/slug.ts";

const order = (
  names: string,
  versionSort: VersionOrder["versionSort"],
  more: { versionSortPattern?: string; pinnedFirst?: boolean } = {},
) =>
  orderVersions(
    names.split(" ").map((name) => ({ verboseName: name, slug: slugOf(name) })),
    { versionSort, versionSortPattern: null, pinnedFirst: false, ...more },
  )
    .map((version) => version.verboseName)
    .join(" ");

describe("semver", () => {
  test.each([
    ["basic", "1.0 2.1 1.10 1.9 2.0", "2.1 2.0 1.10 1.9 1.0"],
    ["wildcards stand above their numbers", "1.0.1 1.1 1.0.x 1.0", "1.1 1.0.x 1.0.1 1.0"],
    ["pre-releases stand below", "1.0 1.0rc1 1.0b2 1.0a1 1.0.post1", "1.0.post1 1.0 1.0rc1 1.0b2 1.0a1"],
    ["master first", "1.0 v2.0 master", "master v2.0 1.0"],
    [
      "master, latest, stable, then the others",
      "v1.0 stable main latest master v2.0",
      "master latest stable v2.0 v1.0 main",
    ],
    [
      "unreadable names last, from Z to A",
      "feature-a 1.0 release-2.0 beta",
      "1.0 release-2.0 feature-a beta",
    ],
    ["two names of one release", "1.0 v1.0 1.0.0", "v1.0 1.0.0 1.0"],
    ["capitals do not matter to master", "1.0 Master", "Master 1.0"],
  ])("%s", (_, given, expected) => expect(order(given, "semver")).toBe(expected));

  test("goes by the name, not by the slug", () =>
    expect(
      orderVersions(
        [
          { verboseName: "1.0", slug: "new" },
          { verboseName: "2.0", slug: "old" },
        ],
        { versionSort: "semver", versionSortPattern: null, pinnedFirst: false },
      ).map(({ slug }) => slug),
    ).toEqual(["old", "new"]));
});

test.each([
  ["a slug descending", "a c b latest 10 9", false, "latest c b a 9 10"],
  ["nothing is pinned", "a latest stable z", true, "z stable latest a"],
])("alphabetical: %s", (_, given, pinnedFirst, expected) =>
  expect(order(given, "alphabetical", { pinnedFirst })).toBe(expected),
);

test.each([
  ["unpinned", "1.0 latest 2.0 stable 1.10 main", false, "2.0 1.10 1.0 stable main latest"],
  ["pinned", "1.0 stable 2.0 latest 1.10 main", true, "latest stable 2.0 1.10 1.0 main"],
  ["nothing else is special", "1.0 master latest", true, "latest 1.0 master"],
])("python packaging: %s", (_, given, pinnedFirst, expected) =>
  expect(order(given, "python_packaging", { pinnedFirst })).toBe(expected),
);

test.each([
  ["dates", "2024.01.31 2025.02.01 2024.12.01 1.0", false, "2025.02.01 2024.12.01 2024.01.31 1.0"],
  ["pinned", "2024.01.31 stable latest", true, "latest stable 2024.01.31"],
  ["unpinned", "2024.01.31 stable latest", false, "2024.01.31 stable latest"],
])("calver: %s", (_, given, pinnedFirst, expected) =>
  expect(order(given, "calver", { pinnedFirst })).toBe(expected),
);

test.each([
  ["two parts", "vMAJOR.MINOR", "v1.9 v1.10 v2.0 x", "v2.0 v1.10 v1.9 x"],
  ["a part that may be absent", "MAJOR.MINOR[.PATCH]", "1.2 1.2.0 1.2.1", "1.2.1 1.2.0 1.2"],
  ["no pattern: by name", "no parts", "v1.9 v1.10", "v1.9 v1.10"],
])("custom pattern: %s", (_, versionSortPattern, given, expected) =>
  expect(order(given, "custom", { versionSortPattern })).toBe(expected),
);

test("2,000 versions are put in order", () => {
  const names = Array.from({ length: 2_000 }, (_, number) => `v${number % 40}.${number % 7}.${number}`);
  expect(order(names.join(" "), "semver").startsWith("v39.6.")).toBe(true);
});
