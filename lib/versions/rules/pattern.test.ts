import { expect, test } from "vitest";
import { patternReader } from "#lib/versions/rules/pattern.ts";

test.each([
  ["YYYY.0M.0D", "2026.03.09", [2026, 3, 9]],
  ["YYYY.0M.0D", "2026.3.9", null],
  ["YYYY.0M.0D", "2026.13.01", null],
  ["YYYY.0M.0D", "2026.03.09a", null],
  ["YYYY.0M.0D", "v2026.03.09", null],
  ["vYYYY.0M.0D", "v2026.03.09", [2026, 3, 9]],
  ["YY.MM", "26.11", [26, 11]],
  ["YY.MM", "26.1", [26, 1]],
  ["MAJOR.MINOR[.PATCH]", "1.2", [1, 2, -1]],
  ["MAJOR.MINOR[.PATCH]", "1.2.0", [1, 2, 0]],
  ["MAJOR.MINOR.PATCH[PYTAGNUM]", "1.2.3", [1, 2, 3, 4, -1]],
  ["MAJOR.MINOR.PATCH[PYTAGNUM]", "1.2.3rc2", [1, 2, 3, 3, 2]],
  ["MAJOR.MINOR.PATCH[-TAG]", "1.2.3-beta", [1, 2, 3, 2]],
  ["release-MAJOR", "release-12", [12]],
  ["YYYY.wWW", "2026.w7", [2026, 7]],
  ["\\[MAJOR\\]", "[3]", [3]],
  ["MAJOR+BUILD", "1+007", [1, 7]],
])("%s reads %s as %j", (pattern, name, parts) => expect(patternReader(pattern)?.(name)).toEqual(parts));

test.each(["", "no parts", "MAJOR]", "[MAJOR", "x".repeat(256), "[a][a][a][a][a][a][a][a][a]MAJOR"])(
  "%s is no pattern",
  (pattern) => expect(patternReader(pattern)).toBeNull(),
);

test("no name takes longer to refuse than a test may", () => {
  const read = patternReader(`${"MAJOR".repeat(20)}[a][a][a][a][a][a][a][a]!`);
  expect(read?.(`${"1".repeat(200)}${"a".repeat(50)}`)).toBeNull();
});
