import { expect, test } from "vitest";
import { extensions } from "./extensions.ts";

test.each([
  [
    { expires: "2026-11-27", length_days: 7 },
    [
      [7, "2026-12-04"],
      [30, "2026-12-27"],
      [90, "2027-02-25"],
    ],
  ],
  [
    { expires: "2026-11-27", length_days: 30 },
    [
      [30, "2026-12-27"],
      [90, "2027-02-25"],
    ],
  ],
  [
    { expires: "2026-11-01", length_days: 7 },
    [
      [7, "2026-11-27"],
      [30, "2026-12-20"],
      [90, "2027-02-18"],
    ],
  ],
])("%j on 20 Nov 2026 can be extended by %j", (share, expected) => {
  expect(extensions(share, "2026-11-20").map(({ days, until }) => [days, until])).toEqual(expected);
});
