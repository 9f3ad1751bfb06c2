import { expect, test } from "vitest";
import { landingOf } from "#lib/sharing/rules/landing.ts";

const versions = ["3.0", "1.10", "1.9", "latest", "dev"].map((slug, id) => ({ slug, id }));
const everything = { allVersions: true, versionIds: [], versionPatterns: [], pathPrefixes: [] };
const only = (...versionIds: number[]) => ({ ...everything, allVersions: false, versionIds });
const paths = (...pathPrefixes: string[]) => ({ ...everything, pathPrefixes });

test.each([
  ["the default version", everything, "1.9", ["1.9", ""]],
  ["latest, when there is no such default version", everything, "gone", ["latest", ""]],
  ["the first version covered", only(1, 2, 4), "3.0", ["1.10", ""]],
  ["the first version of a pattern", { ...only(), versionPatterns: ["1.*"] }, "3.0", ["1.10", ""]],
  ["nowhere when nothing is covered", only(9), "3.0", null],
  ["the first path that is shared", paths("/guide/a b/", "/x/"), "1.9", ["1.9", "/guide/a b/"]],
  ["the start when that is shared too", paths("/guide/", "/"), "1.9", ["1.9", ""]],
])("people who name no page land at %s", (_, scope, defaultVersion, expected) => {
  const landing = expected && { version: expected[0], filename: expected[1] };
  expect(landingOf(scope, versions, defaultVersion)).toEqual(landing);
});
