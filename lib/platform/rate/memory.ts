import { LRUCache } from "lru-cache";
import { clock } from "#lib/platform/clock.ts";
import { perProcess } from "#lib/platform/per-process.ts";
import { type Allowance, allowance } from "#lib/platform/rate/window.ts";

/** The least recently used buckets go first, so a flood of addresses cannot fill the memory. */
const MAX_BUCKETS = 100_000;

const windows = perProcess(
  "rateWindows",
  () => new LRUCache<string, { start: number; used: number }>({ max: MAX_BUCKETS }),
);

/** As `count`, for this process alone and without the database: API budgets. */
export function countHere(bucket: string, windowSeconds: number, limit: number): Allowance {
  const now = clock.now().getTime();
  const start = now - (now % (windowSeconds * 1000));
  const known = windows.get(bucket);
  const used = known?.start === start ? known.used + 1 : 1;
  windows.set(bucket, { start, used });
  return allowance(used, limit, start, windowSeconds, now);
}
