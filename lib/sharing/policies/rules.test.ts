import { expect, test } from "vitest";
import {
  breaks,
  extendedDay,
  lastDayProblem,
  movedDayProblem,
  usualLastDay,
  usualPolicy,
} from "#lib/sharing/policies/rules.ts";

const today = "2028-02-28";

test.each([
  [null, "2028-02-27", "Choose today or a later date."],
  [null, "2028-02-28", null],
  [null, "9999-12-31", null],
  [1, "2028-02-29", null],
  [1, "2028-03-01", "Your organization allows at most 1 day."],
  [90, "2028-05-28", null],
  [90, "2028-05-29", "Your organization allows at most 90 days."],
])("at most %j days from 28 February of a leap year: %s → %j", (mostDays, expires, problem) => {
  expect(lastDayProblem({ ...usualPolicy, mostDays }, expires, today)).toBe(problem);
});

test.each([
  [7, null, "2028-03-06"],
  [7, 2, "2028-03-01"],
  [7, 30, "2028-03-06"],
])("usually %j days, at most %j: until %s", (usualDays, mostDays, expected) => {
  expect(usualLastDay({ ...usualPolicy, usualDays, mostDays }, today)).toBe(expected);
});

test.each([
  ["no limit", null, "2028-04-30", "2028-03-10", "2028-04-30"],
  ["a later limit", 90, "2028-03-20", "2028-03-10", "2028-03-20"],
  ["an earlier limit", 30, "2028-04-30", "2028-03-10", "2028-03-29"],
  ["a limit it has reached, so that it is refused", 30, "2028-04-30", "2028-03-29", "2028-04-30"],
])("with %s a share is extended as far as allowed", (_, mostDays, wanted, before, expected) => {
  expect(extendedDay({ ...usualPolicy, mostDays }, wanted, before, today)).toBe(expected);
});

test.each([
  ["what is usual", {}, false],
  ["its type", { allowedTypes: ["password" as const] }, true],
  ["all versions", { allVersionsAllowed: false }, true],
  ["its length", { mostDays: 6 }, true],
  ["just not its length", { mostDays: 7 }, false],
])("a share of a week breaks %s: %#", (_, policy, expected) => {
  const share = { type: "token" as const, allVersions: true, expires: "2028-03-06" };
  expect(breaks({ ...usualPolicy, ...policy }, share, today)).toBe(expected);
});

const days = "Your organization allows at most 30 days.";
const notAnyMore = "Your organization does not allow shares like this one any more.";
test.each([
  ["what is usual", {}, "2028-03-20", null],
  ["of a type that is not allowed any more, later", { allowedTypes: [] }, "2028-03-07", notAnyMore],
  ["of such a type, sooner", { allowedTypes: [] }, "2028-03-05", null],
  ["of all versions, later", { allVersionsAllowed: false }, "2028-03-07", notAnyMore],
  ["of all versions, too long", { allVersionsAllowed: false, mostDays: 30 }, "2028-03-30", days],
])("a share until 6 March may last to another day: %s", (_, policy, expires, problem) => {
  const share = { type: "token" as const, allVersions: true, expires };
  expect(movedDayProblem({ ...usualPolicy, ...policy }, share, "2028-03-06", today)).toBe(problem);
});
