import { setTimeout as delay } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { db, transaction } from "#lib/platform/db/client.ts";
import { listen, notify, onReconnect, silentMs, stopListening } from "#lib/platform/db/listen.ts";

afterEach(stopListening);

const say = (channel: string, payload: string) => transaction((tx) => notify(tx, channel, payload));
const cut = () =>
  db.$executeRaw`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'lectern listener' and datname = current_database()`;
const listeners = async () => {
  const rows = await db.$queryRaw<{ n: bigint }[]>`
    select count(*) as n from pg_stat_activity
    where application_name = 'lectern listener' and datname = current_database()`;
  return Number(rows[0]?.n);
};

test("is infinitely silent before the first connection", () => {
  expect(silentMs()).toBe(Number.POSITIVE_INFINITY);
});

test("hears what was committed, on its own channel, and nothing rolled back", async () => {
  const heard: string[] = [];
  await listen("test_a", (payload) => heard.push(payload));
  await listen("test_b", (payload) => heard.push(`b:${payload}`));
  const rolledBack = transaction(async (tx) => {
    await notify(tx, "test_a", "lost");
    throw new Error("rolled back");
  });
  await expect(rolledBack).rejects.toThrow();
  await say("test_a", "one");
  await say("test_b", "two");
  await vi.waitFor(() => expect(heard).toEqual(["one", "b:two"]), { timeout: 15_000 });
  expect(await listeners()).toBe(1);
});

test("stops hearing when told, while others go on", async () => {
  const heard: string[] = [];
  const stop = await listen("test_c", () => heard.push("first"));
  await listen("test_c", () => heard.push("second"));
  await stop();
  await say("test_c", "");
  await vi.waitFor(() => expect(heard).toEqual(["second"]), { timeout: 15_000 });
});

test("a handler that throws does not keep others from hearing", async () => {
  const heard: string[] = [];
  await listen("test_d", () => {
    throw new Error("broken");
  });
  await listen("test_d", (payload) => heard.push(payload));
  await say("test_d", "still here");
  await vi.waitFor(() => expect(heard).toEqual(["still here"]), { timeout: 15_000 });
});

test("its heartbeat keeps the silence short", async () => {
  await listen("test_e", () => undefined);
  await delay(1_600);
  await vi.waitFor(() => expect(silentMs()).toBeLessThan(1_000), { timeout: 15_000 });
});

test("replaces a lost connection, says so, and hears again", async () => {
  const heard: string[] = [];
  const reconnected = vi.fn();
  await listen("test_f", (payload) => heard.push(payload));
  const stop = onReconnect(reconnected);
  await cut();
  await vi.waitFor(() => expect(reconnected).toHaveBeenCalledTimes(1), { timeout: 15_000 });
  await say("test_f", "after");
  await vi.waitFor(() => expect(heard).toEqual(["after"]), { timeout: 15_000 });
  stop();
});
