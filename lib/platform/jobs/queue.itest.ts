import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { db, transaction } from "#lib/platform/db/client.ts";
import { defineJob, enqueue, schedule, startQueue, stopQueue, work } from "#lib/platform/jobs/queue.ts";

const payload = z.object({ n: z.number() });
const greet = defineJob({ name: "test.greet", payload });
const flaky = defineJob({ name: "test.flaky", payload, retries: 2 });
const once = defineJob({ name: "test.once", payload, unique: "waiting" });
const late = defineJob({ name: "test.late", payload });
const nightly = defineJob({ name: "test.nightly", payload: z.object({}) });

beforeAll(startQueue);
afterAll(stopQueue);

const waiting = async (name: string) => {
  const rows = await db.$queryRaw<{ n: bigint }[]>`
    select count(*) as n from pgboss.job where name = ${name} and state = 'created'`;
  return Number(rows[0]?.n);
};

test("a rollback enqueues nothing, a commit one", async () => {
  const failing = transaction(async (tx) => {
    await enqueue(tx, late, { n: 1 });
    throw new Error("rolled back");
  });
  await expect(failing).rejects.toThrow("rolled back");
  expect(await waiting("test.late")).toBe(0);
  await transaction((tx) => enqueue(tx, late, { n: 2 }));
  expect(await waiting("test.late")).toBe(1);
});

test("a job reaches its worker, with its payload", async () => {
  const seen: number[] = [];
  await work(greet, { concurrency: 1 }, async ({ n }) => {
    seen.push(n);
  });
  await transaction((tx) => enqueue(tx, greet, { n: 7 }));
  await vi.waitFor(() => expect(seen).toEqual([7]), { timeout: 15_000 });
});

test("a payload that does not fit its schema is refused where it is enqueued", async () => {
  const bad: z.infer<typeof payload> = JSON.parse('{"n":"seven"}');
  await expect(transaction((tx) => enqueue(tx, greet, bad))).rejects.toThrow();
});

test("a failed run is repeated until it succeeds", async () => {
  const tries: number[] = [];
  await work(flaky, { concurrency: 1 }, async ({ n }) => {
    tries.push(n);
    if (tries.length < 2) throw new Error("not yet");
  });
  await transaction((tx) => enqueue(tx, flaky, { n: 1 }));
  await vi.waitFor(() => expect(tries).toEqual([1, 1]), { timeout: 15_000 });
});

test("a key holds one waiting job", async () => {
  for (let n = 0; n < 3; n += 1) {
    await transaction((tx) => enqueue(tx, once, { n }, { singletonKey: "same", delaySeconds: 600 }));
  }
  expect(await waiting("test.once")).toBe(1);
});

test("a schedule is stored once however often it is set", async () => {
  await schedule(nightly, "0 3 * * *");
  await schedule(nightly, "0 3 * * *");
  const rows = await db.$queryRaw<
    { cron: string }[]
  >`select cron from pgboss.schedule where name = 'test.nightly'`;
  expect(rows).toEqual([{ cron: "0 3 * * *" }]);
});
