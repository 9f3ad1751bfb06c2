import { describe, expect, test } from "vitest";
import { dailyUse, isUse } from "#lib/sharing/use/rules/daily.ts";
import type { Visit } from "#lib/sharing/use/schema.ts";

const visit = (changes: Partial<Visit> = {}): Visit => ({
  shareId: 5,
  recipientId: 0,
  sessionId: "one",
  day: "2026-11-20",
  path: "/",
  address: "192.0.2.1",
  client: "",
  pages: 0,
  downloads: 0,
  others: 0,
  refused: 0,
  lastAt: 0,
  ...changes,
});

describe("what counts as use", () => {
  test.each([
    ["a page", { pages: 1 }, true],
    ["a download", { downloads: 1 }, true],
    ["a link that was opened", { others: 1 }, false],
    ["a refusal", { refused: 1 }, false],
    ["anything with a header token", { sessionId: null, others: 1 }, true],
    ["a refusal with a header token", { sessionId: null, refused: 1 }, false],
  ])("%s: %#", (_, changes, expected) => {
    expect(isUse(visit(changes))).toBe(expected);
  });
});

describe("visits by day", () => {
  test("are added up by share, recipient and day", () => {
    const visits = [
      visit({ pages: 2 }),
      visit({ pages: 3, downloads: 1, sessionId: "two" }),
      visit({ refused: 4, sessionId: null }),
      visit({ pages: 1, recipientId: 7 }),
      visit({ pages: 1, shareId: 6 }),
      visit({ pages: 1, day: "2026-11-21" }),
    ];
    expect(
      dailyUse(visits, new Set()).map((use) => [
        use.shareId,
        use.recipientId,
        use.day,
        use.sessions,
        use.pages,
        use.downloads,
        use.refused,
      ]),
    ).toEqual([
      [5, 0, "2026-11-20", 0, 5, 1, 4],
      [5, 7, "2026-11-20", 0, 1, 0, 0],
      [6, 0, "2026-11-20", 0, 1, 0, 0],
      [5, 0, "2026-11-21", 0, 1, 0, 0],
    ]);
  });

  test("a session counts once, on the day of its first page", () => {
    const visits = [
      visit({ others: 1, refused: 1, day: "2026-11-19" }),
      visit({ pages: 1 }),
      visit({ pages: 1, day: "2026-11-21" }),
      visit({ pages: 1, sessionId: "known" }),
    ];
    expect(dailyUse(visits, new Set(["one"])).map(({ day, sessions }) => [day, sessions])).toEqual([
      ["2026-11-19", 0],
      ["2026-11-20", 1],
      ["2026-11-21", 0],
    ]);
  });

  test("leave no row where nothing was read or refused", () => {
    expect(dailyUse([visit({ others: 3 })], new Set(["one"]))).toEqual([]);
  });
});
