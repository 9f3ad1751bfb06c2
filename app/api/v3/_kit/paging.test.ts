import { describe, expect, test } from "vitest";
import { envelope, readPage } from "#app/api/v3/_kit/paging.ts";

describe("limit and offset", () => {
  test.each([
    ["", 10, 0],
    ["limit=3&offset=6", 3, 6],
    ["limit=0", 10, 0],
    ["limit=-1", 10, 0],
    ["limit=", 10, 0],
    ["limit=ten", 10, 0],
    ["limit=1.5", 10, 0],
    ["limit=1e3", 10, 0],
    ["limit= 5 ", 5, 0],
    ["limit=2&limit=4", 4, 0],
    ["offset=-5", 10, 0],
    ["offset=", 10, 0],
    ["offset=x", 10, 0],
    ["limit=1000", 1000, 0],
    ["limit=99999999999999999999", 10_000, 0],
    ["offset=99999999999999999999", 10, 2_147_483_647],
    ["page=3", 10, 0],
  ])("?%s is limit %i, offset %i", (search, limit, offset) => {
    expect(readPage(new URLSearchParams(search))).toEqual({ limit, offset });
  });
});

describe("the envelope", () => {
  const at = (search: string, count: number) =>
    envelope(new URL(`http://api.test/api/v3/x/${search}`), { count, rows: [1, 2] }, (n) => ({ n }));

  test.each([
    ["", 10, null, null],
    ["", 11, "?limit=10&offset=10", null],
    ["?z=1&limit=5&offset=5&a=b+c", 20, "?a=b+c&limit=5&offset=10&z=1", "?a=b+c&limit=5&offset=0&z=1"],
    ["?limit=5&offset=3", 20, "?limit=5&offset=8", "?limit=5&offset=0"],
    ["?limit=5&offset=15", 20, null, "?limit=5&offset=10"],
    ["?limit=5&offset=100", 20, null, "?limit=5&offset=95"],
    ["?limit=bad", 11, "?limit=10&offset=10", null],
  ])("of %s with %i items links to %s and %s", async (search, count, next, previous) => {
    const link = (part: string | null) => part && `http://api.test/api/v3/x/${part}`;
    expect(await at(search, count)).toEqual({
      count,
      next: link(next),
      previous: link(previous),
      results: [{ n: 1 }, { n: 2 }],
    });
  });
});
