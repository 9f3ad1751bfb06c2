import { expect, test } from "vitest";
import { daysAfter, daysBetween, statusOf } from "#lib/sharing/rules/lifetime.ts";

test.each([
  ["2026-03-10T00:00:00.000Z", null, "live"],
  ["2026-03-10T23:59:59.999Z", null, "live"],
  ["2026-03-11T00:00:00.000Z", null, "expired"],
  ["2026-03-10T12:00:00.000Z", "2026-03-10T11:00:00Z", "revoked"],
  ["2026-04-01T00:00:00.000Z", "2026-03-10T11:00:00Z", "revoked"],
])("a share until 10 March is at %s, revoked at %s: %s", (now, revoked, expected) => {
  const share = { expires: new Date("2026-03-10"), revokedAt: revoked === null ? null : new Date(revoked) };
  expect(statusOf(share, new Date(now))).toBe(expected);
});

test("days are counted over months and leap years", () => {
  expect(daysAfter("2028-02-28", 2)).toBe("2028-03-01");
  expect(daysAfter("2026-12-31", 1)).toBe("2027-01-01");
  expect(daysBetween("2028-02-28", "2028-03-01")).toBe(2);
});
