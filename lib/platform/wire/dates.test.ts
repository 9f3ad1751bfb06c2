import { expect, test } from "vitest";
import { moment, wireDate } from "#lib/platform/wire/dates.ts";

test.each([
  ["2019-04-29T10:00:00.000Z", "2019-04-29T10:00:00Z"],
  ["2019-02-22T21:54:52.768Z", "2019-02-22T21:54:52.768000Z"],
  ["2019-02-22T21:54:52.700Z", "2019-02-22T21:54:52.700000Z"],
])("%s is written %s", (given, expected) => {
  expect(wireDate(new Date(given))).toBe(expected);
  expect(moment.safeParse(expected).success).toBe(true);
});
