import { createHash } from "node:crypto";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { type Allowance, allowance } from "#lib/platform/rate/window.ts";

/**
 * Counts one use of `bucket` in the current window of `windowSeconds`, for all processes, and says whether it is within
 * `limit`. Refused uses count too. Password tries and sign-ins always go through here.
 */
export async function count(bucket: string, windowSeconds: number, limit: number): Promise<Allowance> {
  const now = clock.now().getTime();
  const start = windowAt(now, windowSeconds);
  const rows = await db.$queryRaw<{ count: number }[]>`
    insert into rate_counters (bucket, window_start, count) values (${key(bucket, windowSeconds)}, ${start}, 1)
    on conflict (bucket, window_start) do update set count = rate_counters.count + 1
    returning count`;
  return allowance(rows[0]?.count ?? 1, limit, start.getTime(), windowSeconds, now);
}

/** As the answer to one more use of `bucket`, without making one. */
export async function peek(bucket: string, windowSeconds: number, limit: number): Promise<Allowance> {
  const now = clock.now().getTime();
  const windowStart = windowAt(now, windowSeconds);
  const row = await db.rateCounter.findUnique({
    where: { bucket_windowStart: { bucket: key(bucket, windowSeconds), windowStart } },
    select: { count: true },
  });
  return allowance((row?.count ?? 0) + 1, limit, windowStart.getTime(), windowSeconds, now);
}

/** Takes back one use of `bucket` in the current window, of something that turned out not to count. */
export async function giveBack(bucket: string, windowSeconds: number): Promise<void> {
  const windowStart = windowAt(clock.now().getTime(), windowSeconds);
  await db.rateCounter.updateMany({
    where: { bucket: key(bucket, windowSeconds), windowStart, count: { gt: 0 } },
    data: { count: { decrement: 1 } },
  });
}

/** Forgets the uses of `bucket` in the current window, for example the wrong passwords before the right one. */
export async function forget(bucket: string, windowSeconds: number): Promise<void> {
  await db.rateCounter.deleteMany({ where: { bucket: key(bucket, windowSeconds) } });
}

/** Removes counters whose window began more than a day ago. Returns how many. */
export async function removeOldCounters(): Promise<number> {
  const before = new Date(clock.now().getTime() - 86_400_000);
  const { count: removed } = await db.rateCounter.deleteMany({ where: { windowStart: { lt: before } } });
  return removed;
}

const windowAt = (now: number, seconds: number): Date => new Date(now - (now % (seconds * 1000)));

/** Buckets hold what people typed: anything long or unprintable is stored as its hash. */
function key(bucket: string, windowSeconds: number): string {
  const safe = /^[\x21-\x7e]{1,200}$/.test(bucket)
    ? bucket
    : createHash("sha256").update(bucket).digest("hex");
  return `${safe}/${windowSeconds}`;
}
