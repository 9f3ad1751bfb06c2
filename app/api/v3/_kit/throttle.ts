import type { Actor } from "#lib/access/schema.ts";
import { env } from "#lib/platform/env.ts";
import { Problem } from "#lib/platform/errors.ts";
import { countHere } from "#lib/platform/rate/memory.ts";

const WINDOW_SECONDS = 60;

function budgetOf(actor: Actor): { policy: string; caller: string | number; limit: number } {
  if (actor.kind === "token") return { policy: "token", caller: actor.userId, limit: env.API_RATE_TOKEN };
  if (actor.kind === "user") return { policy: "session", caller: actor.userId, limit: env.API_RATE_SESSION };
  const caller = actor.kind === "visitor" ? actor.address : "system";
  return { policy: "anonymous", caller, limit: env.API_RATE_ANONYMOUS };
}

/** Counts one request against the caller's budget and sets the budget headers (architecture 8). Refuses with 429. */
export function throttle(actor: Actor, headers: Headers): void {
  const { policy, caller, limit } = budgetOf(actor);
  const { allowed, remaining, retryAfterSeconds } = countHere(
    `api:${policy}:${caller}`,
    WINDOW_SECONDS,
    limit,
  );
  headers.set("RateLimit-Policy", `"${policy}";q=${limit};w=${WINDOW_SECONDS}`);
  headers.set("RateLimit", `"${policy}";r=${remaining};t=${retryAfterSeconds}`);
  if (allowed) return;
  const seconds = retryAfterSeconds === 1 ? "1 second" : `${retryAfterSeconds} seconds`;
  throw new Problem("throttled", `Request was throttled. Expected available in ${seconds}.`, {
    retryAfterSeconds,
  });
}
