import { afterEach, expect, test, vi } from "vitest";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { count, forget, giveBack, peek, removeOldCounters } from "#lib/platform/rate/counters.ts";
import { countHere } from "#lib/platform/rate/memory.ts";

const at = (time: string) => vi.spyOn(clock, "now").mockReturnValue(new Date(time));
afterEach(() => vi.restoreAllMocks());

const kinds: [string, (bucket: string, seconds: number, limit: number) => unknown][] = [
  ["in the database", count],
  ["in memory", async (...args) => countHere(...args)],
];

test.each(kinds)("allows up to the limit, then says when to come back (%s)", async (_name, use) => {
  at("2026-03-01T12:00:45Z");
  expect(await use("login:ada", 60, 2)).toEqual({ allowed: true, remaining: 1, retryAfterSeconds: 15 });
  expect(await use("login:ada", 60, 2)).toEqual({ allowed: true, remaining: 0, retryAfterSeconds: 15 });
  expect(await use("login:ada", 60, 2)).toEqual({ allowed: false, remaining: 0, retryAfterSeconds: 15 });
  expect(await use("login:bob", 60, 2)).toMatchObject({ allowed: true });
  at("2026-03-01T12:01:00Z");
  expect(await use("login:ada", 60, 2)).toEqual({ allowed: true, remaining: 1, retryAfterSeconds: 60 });
});

test("counts uses at the same moment exactly", async () => {
  at("2026-03-01T13:00:00Z");
  const answers = await Promise.all(Array.from({ length: 20 }, () => count("burst", 60, 5)));
  expect(answers.filter((answer) => answer.allowed)).toHaveLength(5);
});

test("takes any text as a bucket", async () => {
  for (const bucket of ["", "\0", "ä".repeat(10_000), "login:O'Brien; drop table users"]) {
    expect(await count(bucket, 60, 1)).toMatchObject({ allowed: true });
    expect(await count(bucket, 60, 1)).toMatchObject({ allowed: false });
  }
});

test("forgets one bucket when asked", async () => {
  await count("forgiven", 60, 1);
  await count("kept", 60, 1);
  await forget("forgiven", 60);
  expect(await count("forgiven", 60, 1)).toMatchObject({ allowed: true });
  expect(await count("kept", 60, 1)).toMatchObject({ allowed: false });
});

test("looks at a bucket without using it", async () => {
  at("2026-03-01T14:00:50Z");
  expect(await peek("looked-at", 60, 1)).toEqual({ allowed: true, remaining: 0, retryAfterSeconds: 10 });
  expect(await count("looked-at", 60, 1)).toMatchObject({ allowed: true });
  expect(await peek("looked-at", 60, 1)).toMatchObject({ allowed: false });
  expect(await peek("looked-at", 60, 2)).toMatchObject({ allowed: true });
});

test("takes back one use of the current window, and never more than there were", async () => {
  at("2026-03-01T15:00:00Z");
  await count("returned", 60, 2);
  await count("returned", 60, 2);
  await giveBack("returned", 60);
  expect(await count("returned", 60, 2)).toMatchObject({ allowed: true, remaining: 0 });
  at("2026-03-01T15:01:00Z");
  await giveBack("returned", 60);
  expect(await count("returned", 60, 2)).toMatchObject({ allowed: true, remaining: 1 });
  await giveBack("never used", 60);
  expect(await count("never used", 60, 2)).toMatchObject({ remaining: 1 });
});

test("removes counters of yesterday and keeps those of today", async () => {
  await db.rateCounter.deleteMany({});
  at("2026-03-01T12:00:00Z");
  await count("old", 60, 1);
  at("2026-03-02T12:01:01Z");
  await count("new", 60, 1);
  expect(await removeOldCounters()).toBe(1);
  expect(await db.rateCounter.findMany({ select: { bucket: true } })).toEqual([{ bucket: "new/60" }]);
});
