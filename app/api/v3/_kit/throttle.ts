import { LRUCache } from "lru-cache";
import type { Actor } from "#lib/access/schema.ts";
import { clock } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/env.ts";
import { Problem } from "#lib/platform/errors.ts";

const WINDOW_SECONDS = 60;
const MOST_CALLERS = 50_000;

/** Times of the allowed requests of the last window, by caller; one per process, whatever copies of this module exist. */
type Holder = { [key: symbol]: LRUCache<string, number[]> | undefined };
const holder: Holder = globalThis as unknown as Holder;
const key = Symbol.for("lectern.api-budgets");
const seen = (holder[key] ??= new LRUCache<string, number[]>({ max: MOST_CALLERS }));

function budgetOf(actor: Actor): { caller: string; policy: string; limit: number } {
  if (actor.kind === "token")
    return { caller: `token:${actor.userId}`, policy: "token", limit: env.API_RATE_TOKEN };
  if (actor.kind === "user")
    return { caller: `session:${actor.userId}`, policy: "session", limit: env.API_RATE_SESSION };
  const address = actor.kind === "visitor" ? actor.address : "system";
  return { caller: `anonymous:${address}`, policy: "anonymous", limit: env.API_RATE_ANONYMOUS };
}

/**
 * Counts one request against the caller's budget in a sliding window and returns the budget headers. Refuses with 429; a refused
 * request does not lengthen the wait.
 */
export function throttle(actor: Actor, headers: Headers): void {
  const { caller, policy, limit } = budgetOf(actor);
  const now = clock.now().getTime();
  const times = (seen.get(caller) ?? []).filter((time) => time > now - WINDOW_SECONDS * 1000);
  const oldest = times[0] ?? now;
  const resetSeconds = Math.max(1, Math.ceil((oldest + WINDOW_SECONDS * 1000 - now) / 1000));
  const allowed = times.length < limit;
  if (allowed) times.push(now);
  seen.set(caller, times);
  headers.set("RateLimit-Policy", `"${policy}";q=${limit};w=${WINDOW_SECONDS}`);
  headers.set("RateLimit", `"${policy}";r=${limit - times.length};t=${resetSeconds}`);
  if (allowed) return;
  const seconds = resetSeconds === 1 ? "1 second" : `${resetSeconds} seconds`;
  throw new Problem("throttled", `Request was throttled. Expected available in ${seconds}.`, {
    retryAfterSeconds: resetSeconds,
  });
}
