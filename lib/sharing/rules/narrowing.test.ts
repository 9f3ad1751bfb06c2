import { expect, test } from "vitest";
import { isNarrowed } from "#lib/sharing/rules/narrowing.ts";

const some = { allVersions: false, versions: ["1.0"], versionPatterns: [], pathPrefixes: [] };
const all = { ...some, allVersions: true, versions: [] };

test.each([
  ["nothing changes", some, some, false],
  ["all versions become some", all, some, true],
  ["some versions become all", some, all, false],
  ["a version goes", { ...some, versions: ["1.0", "2.0"] }, some, true],
  ["a version comes", some, { ...some, versions: ["1.0", "2.0"] }, false],
  ["a pattern takes over a version", some, { ...some, versions: [], versionPatterns: ["1.*"] }, false],
  ["a pattern does not", some, { ...some, versions: [], versionPatterns: ["2.*"] }, true],
  ["a pattern goes", { ...some, versionPatterns: ["2.*"] }, some, true],
  ["paths are chosen", some, { ...some, pathPrefixes: ["/guide/"] }, true],
  ["paths are not chosen any more", { ...some, pathPrefixes: ["/guide/"] }, some, false],
  [
    "a path becomes its folder",
    { ...all, pathPrefixes: ["/a/b/"] },
    { ...all, pathPrefixes: ["/a/"] },
    false,
  ],
  ["a folder becomes a path", { ...all, pathPrefixes: ["/a/"] }, { ...all, pathPrefixes: ["/a/b/"] }, true],
  ["a path goes", { ...all, pathPrefixes: ["/a/", "/b/"] }, { ...all, pathPrefixes: ["/b/"] }, true],
])("%s", (_, before, after, expected) => {
  expect(isNarrowed(before, after)).toBe(expected);
});
