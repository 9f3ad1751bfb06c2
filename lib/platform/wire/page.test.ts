import { expect, test } from "vitest";
import { withCount } from "#lib/platform/wire/page.ts";

test.each([
  ["all of them", { limit: 3, offset: 0 }, 2, 2, false],
  ["none", { limit: 3, offset: 0 }, 0, 0, false],
  ["the end of them", { limit: 3, offset: 6 }, 1, 7, false],
  ["a full page", { limit: 3, offset: 0 }, 3, 40, true],
  ["what lies behind the end", { limit: 3, offset: 60 }, 0, 40, true],
  ["only the count", { limit: 0, offset: 0 }, 0, 40, true],
])("rows are counted where the page does not tell: %s", async (_, page, rows, count, asked) => {
  let counted = false;
  const found = await withCount(
    page,
    Array.from({ length: rows }, (_row, at) => at),
    async () => {
      counted = true;
      return 40;
    },
  );
  expect([found.count, found.rows.length, counted]).toEqual([count, rows, asked]);
});
