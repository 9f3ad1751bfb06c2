import { expect, test } from "vitest";
import { compareReleases, isFinalRelease, releaseOf } from "#lib/versions/rules/release.ts";

test.each([
  ["1.0", true],
  ["v1.0", true],
  ["1.0-1", true],
  ["1.0.post2", true],
  ["1.0+local.7", true],
  ["2!1.0", true],
  ["1.0.x", true],
  ["１.２", true],
  ["1.0rc1", false],
  ["1.0a1", false],
  ["1.0.0-beta.2", false],
  ["1.0.dev3", false],
  ["1.0.post1.dev3", false],
])("%s is a release; final: %s", (name, final) => {
  expect(isFinalRelease(releaseOf(name) ?? "")).toBe(final);
});

test.each(["release-1.0", "v.1.0", "1.0_2", "main", "latest", "", "x", "日本"])("%s is no release", (name) =>
  expect(releaseOf(name)).toBeNull(),
);

test.each([
  ["1.0", "1.0.1"],
  ["1.9", "1.10"],
  ["1.0rc1", "1.0"],
  ["1.0", "1.0.post1"],
  ["1.0", "1.0+local"],
  ["1.0.5", "1.0.x"],
  ["1.0.x", "1.1"],
  ["9.0", "1!1.0"],
])("%s is older than %s", (older, newer) => {
  expect(compareReleases(releaseOf(older) ?? "", releaseOf(newer) ?? "")).toBeLessThan(0);
  expect(compareReleases(releaseOf(newer) ?? "", releaseOf(older) ?? "")).toBeGreaterThan(0);
});

test("one release may have two names", () =>
  expect(compareReleases(releaseOf("v1.0") ?? "", releaseOf("1.0.0") ?? "")).toBe(0));
