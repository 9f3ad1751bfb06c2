import fc from "fast-check";
import { expect, test } from "vitest";
import { groupRequests, pauseAfter, type SiteChange, staleTags } from "#lib/publishing/purges/rules.ts";

const versions = (...slugs: string[]): SiteChange => ({ versions: slugs });
const rootFiles = ["robots.txt", "sitemap.xml", "llms.txt", "llms-full.txt", "favicon.ico"].map(
  (name) => `guide:${name}`,
);

test.each<[string, SiteChange[], string[]]>([
  ["a change of everything: the project", ["all"], ["guide"]],
  ["a change of the project alone: the project", ["project"], ["guide"]],
  [
    "a version: its pages, and what is made from all versions",
    [versions("1.0")],
    ["guide:1.0", ...rootFiles],
  ],
  ["a version twice: once", [versions("1.0"), versions("1.0")], ["guide:1.0", ...rootFiles]],
  ["two versions", [versions("1.0", "2.0")], ["guide:1.0", ...rootFiles, "guide:2.0"]],
  ["a version and everything: the project covers it", [versions("1.0"), "all"], ["guide"]],
  ["readers: nothing, what they read is in no shared cache", ["readers"], []],
  ["versions that nobody sees: nothing", [versions()], []],
  ["readers and a version: the version", ["readers", versions("1.0")], ["guide:1.0", ...rootFiles]],
  ["more than ten versions: the project", [versions(..."abcdefghijk")], ["guide"]],
])("%s", (_name, changes, tags) => {
  expect(staleTags("guide", changes).sort()).toEqual([...tags].sort());
});

test.each([
  [1, 2_000],
  [2, 4_000],
  [5, 32_000],
  [11, 2_048_000],
  [12, 3_600_000],
  [23, 3_600_000],
  [24, null],
  [99, null],
])("after %i attempts the pause is %o ms", (attempts, pause) => {
  expect(pauseAfter(attempts)).toBe(pause);
});

test("a group names at most 30 tags, and the groups hold every request once, in order", () => {
  const request = fc.record({ tags: fc.uniqueArray(fc.stringMatching(/^[a-f]{1,2}$/), { maxLength: 15 }) });
  fc.assert(
    fc.property(fc.array(request, { maxLength: 60 }), (requests) => {
      const groups = groupRequests(requests);
      expect(groups.flat()).toEqual(requests);
      for (const group of groups)
        expect(new Set(group.flatMap(({ tags }) => tags)).size).toBeLessThanOrEqual(30);
    }),
  );
});

test("requests for the same tags go together", () => {
  const same = { tags: ["guide", "guide:latest"] };
  expect(groupRequests(Array.from({ length: 100 }, () => same))).toHaveLength(1);
});
