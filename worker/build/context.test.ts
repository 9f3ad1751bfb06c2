import { expect, test } from "vitest";
import { limitsOf } from "#worker/build/context.ts";

test.each<[string, number | null, number]>([
  ["the machine's own", null, 900],
  ["the project's, shorter", 60, 60],
  ["the project's, longer", 3_600, 3_600],
])("[builds F3] the time limit is %s", (_, buildSeconds, expected) => {
  expect(limitsOf({ buildSeconds, buildMemoryMb: null }).seconds).toBe(expected);
});
