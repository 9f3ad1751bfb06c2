import { expect, test } from "vitest";
import { directionOf } from "#lib/publishing/publications/rules.ts";

test.each([
  [41, 40, "rollback"],
  [41, 42, "promotion"],
  [null, 40, "promotion"],
])("from build %o to build %o is a %s", (served, chosen, direction) => {
  expect(directionOf(served, chosen)).toBe(direction);
});
