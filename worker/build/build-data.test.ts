import { expect, test } from "vitest";
import { readBuildData } from "#worker/build/build-data.ts";

const many = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i));

test("a mapping is read, with the last of two values of one key", () => {
  expect(readBuildData("a: [1, two]\nb: 1\nb: 2\n")).toEqual({ a: [1, "two"], b: 2 });
});

test.each([
  ["a list", "- a"],
  ["bad YAML", "a: ["],
  ["nothing", ""],
  ["an alias of itself", "a: &a [*a]"],
  ["more than 100 kB", `a: ${"b".repeat(100_000)}`],
])("%s says nothing", (_, text) => {
  expect(readBuildData(text)).toBeNull();
});

test.each([
  ["a million bytes of different keys", many(100_000, (i) => `k${i}: 1`).join("\n")],
  ["100 kB of different keys", many(11_000, (i) => `k${i}: 1`).join("\n")],
  ["brackets in brackets", "[".repeat(99_000)],
  ["mappings in mappings", "{a: ".repeat(24_000)],
  ["aliases of aliases", many(20, (i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`).join("\n")],
  ["nothing but errors", "%\n".repeat(49_000)],
])("%s keep the worker from its other builds for a moment only", (_, text) => {
  const start = performance.now();
  readBuildData(text);
  expect(performance.now() - start).toBeLessThan(10_000);
});
