import { beforeEach, describe, expect, test } from "vitest";
import { createGatherer } from "#lib/sharing/use/rules/gather.ts";
import type { Access } from "#lib/sharing/use/schema.ts";

const noon = Date.UTC(2026, 10, 20, 12);
const [second, minute] = [1000, 60_000];
let now = noon;
let gatherer = createGatherer(() => now);
beforeEach(() => {
  now = noon;
  gatherer = createGatherer(() => now);
});

const access: Access = {
  projectId: 1,
  shareId: 5,
  recipientId: null,
  sessionId: "one",
  path: "/en/latest/",
  kind: "page",
  granted: true,
  address: "192.0.2.1",
  client: "Firefox",
};
const token = { ...access, sessionId: null };
const note = (...accesses: Access[]): void => {
  for (const each of accesses) gatherer.note(each);
};
const visits = () => gatherer.take()?.visits ?? [];
const paths = () => gatherer.take()?.samples.map(({ path }) => path) ?? [];

describe("what is added up", () => {
  test("one visit of a session, by what was asked for", () => {
    note(access, access, { ...access, kind: "download" }, { ...access, kind: "other" });
    note({ ...access, granted: false }, { ...access, granted: false, kind: "download" });
    expect(visits()).toEqual([
      {
        shareId: 5,
        recipientId: 0,
        sessionId: "one",
        day: "2026-11-20",
        path: "/en/latest/",
        address: "192.0.2.1",
        client: "Firefox",
        pages: 2,
        downloads: 1,
        others: 1,
        refused: 2,
        lastAt: noon,
      },
    ]);
  });

  test("more of a session that goes on, without saying all about it again", () => {
    expect(gatherer.noteAgain("one", "page")).toBe(false);
    note(access);
    now += second;
    expect(gatherer.noteAgain("one", "page")).toBe(true);
    expect(gatherer.noteAgain("one", "download")).toBe(true);
    expect(gatherer.noteAgain("one", "other")).toBe(true);
    expect(gatherer.noteAgain("two", "page")).toBe(false);
    expect(visits()).toMatchObject([{ pages: 2, downloads: 1, others: 1, lastAt: noon + second }]);
    expect(gatherer.noteAgain("one", "page")).toBe(false);
  });

  test("all about a session that goes on again after a minute and on another day", () => {
    note(access);
    now += minute;
    expect(gatherer.noteAgain("one", "page")).toBe(false);
    now = Date.UTC(2026, 10, 20, 23, 59, 59, 999);
    note(access);
    now += 1;
    expect(gatherer.noteAgain("one", "page")).toBe(false);
    expect(visits()).toMatchObject([{ pages: 2 }]);
  });

  test("another visit for another session, share, recipient or, where there is no session, address", () => {
    note(access, { ...access, sessionId: "two" });
    note(token, token, { ...token, shareId: 6 }, { ...token, recipientId: 7 });
    note({ ...token, address: "192.0.2.2" });
    expect(
      visits().map(({ sessionId, shareId, recipientId, pages }) => [sessionId, shareId, recipientId, pages]),
    ).toEqual([
      ["one", 5, 0, 1],
      ["two", 5, 0, 1],
      [null, 5, 0, 2],
      [null, 6, 0, 1],
      [null, 5, 7, 1],
      [null, 5, 0, 1],
    ]);
  });

  test("another visit on another day", () => {
    now = Date.UTC(2026, 10, 20, 23, 59, 59, 999);
    note(access);
    now += 1;
    note(access, access);
    expect(visits().map(({ day, pages }) => [day, pages])).toEqual([
      ["2026-11-20", 1],
      ["2026-11-21", 2],
    ]);
  });

  test("nothing twice: what was taken away begins anew", () => {
    expect(gatherer.take()).toBeNull();
    note(access);
    expect(visits()).toHaveLength(1);
    expect(gatherer.take()).toBeNull();
    note(access);
    expect(visits().map(({ pages }) => pages)).toEqual([1]);
  });

  test("what is given back comes first the next time", () => {
    note(access);
    const batch = gatherer.take();
    now += second;
    note(access, access);
    gatherer.giveBack(batch!);
    note(access);
    expect(visits().map(({ pages }) => pages)).toEqual([1, 3]);
  });

  test("no more than can be kept while nobody takes it away", () => {
    for (let n = 0; n < 50_010; n += 1) note({ ...access, sessionId: `s${n}` });
    const batch = gatherer.take();
    expect(batch?.visits).toHaveLength(50_000);
    expect(batch?.samples).toHaveLength(10_000);
  });

  test("no more than can be kept while nothing can be written down", () => {
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 30_000; n += 1) note({ ...access, sessionId: `s${round}.${n}` });
      const batch = gatherer.take()!;
      for (let n = 0; n < 30_000; n += 1) note({ ...access, sessionId: `t${round}.${n}` });
      gatherer.giveBack(batch);
    }
    const batch = gatherer.take();
    expect(batch?.visits).toHaveLength(50_000);
    expect(batch?.samples).toHaveLength(10_000);
  });

  test("of an address and a program's name no more than is written down", () => {
    note({ ...access, path: `/${"a".repeat(9000)}`, client: "b".repeat(9000) });
    const batch = gatherer.take();
    for (const kept of [batch?.visits[0], batch?.samples[0]])
      expect([kept?.path.length, kept?.client.length]).toEqual([2000, 500]);
  });
});

describe("which accesses are kept by themselves", () => {
  test("the first of a session, then one a minute", () => {
    for (let n = 0; n <= 120; n += 1) {
      note({ ...access, path: `/${n}` });
      now += second;
    }
    expect(paths()).toEqual(["/0", "/60", "/120"]);
  });

  test("also when the batch was taken away meanwhile", () => {
    note({ ...access, path: "/a" });
    gatherer.take();
    now += minute - 1;
    note({ ...access, path: "/b" });
    expect(paths()).toEqual([]);
    now += 1;
    note({ ...access, path: "/c" });
    expect(paths()).toEqual(["/c"]);
  });

  test("refusals in a minute of their own", () => {
    note({ ...access, path: "/in" }, { ...access, path: "/out", granted: false });
    note({ ...access, path: "/again", granted: false });
    expect(paths()).toEqual(["/in", "/out"]);
  });

  test("every address by itself where there is no session", () => {
    note({ ...token, path: "/a" }, { ...token, path: "/b" }, { ...token, path: "/c", address: "192.0.2.2" });
    expect(paths()).toEqual(["/a", "/c"]);
  });
});
