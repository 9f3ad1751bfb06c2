import type { Actor } from "#lib/access/schema.ts";
import { env } from "#lib/platform/env.ts";
import { throttled } from "#lib/platform/errors.ts";
import { isTrustedProxy, networkOf } from "#lib/platform/peer/peer.ts";
import { countHere } from "#lib/platform/rate/memory.ts";

const WINDOW_SECONDS = 60;

/**
 * Which budget an endpoint counts against: `caller` is the one of the caller's kind, shared by all endpoints; `proxy` is the same but
 * that trusted proxies, who ask for everybody, have no limit; `search` is one of its own; `none` is for endpoints that count
 * for themselves (embed).
 */
export type Budget = "caller" | "proxy" | "search" | "none";

function callerOf(actor: Actor): string | number {
  if (actor.kind === "token" || actor.kind === "user") return actor.userId;
  return actor.kind === "visitor" ? networkOf(actor.address) : "system";
}

const isProxy = (actor: Actor): boolean =>
  actor.kind === "visitor" && isTrustedProxy(actor.address, env.TRUSTED_PROXIES);

function policyOf(actor: Actor, budget: Exclude<Budget, "none">): { policy: string; limit: number } {
  if (budget === "search") return { policy: "search", limit: env.API_RATE_SEARCH };
  if (actor.kind === "token") return { policy: "token", limit: env.API_RATE_TOKEN };
  if (actor.kind === "user") return { policy: "session", limit: env.API_RATE_SESSION };
  return { policy: "anonymous", limit: env.API_RATE_ANONYMOUS };
}

/** Counts one request against the caller's budget and sets the budget headers (architecture 8). Refuses with 429. */
export function throttle(actor: Actor, headers: Headers, budget: Budget = "caller"): void {
  if (budget === "none" || (budget === "proxy" && isProxy(actor))) return;
  const { policy, limit } = policyOf(actor, budget);
  const bucket = `api:${policy}:${actor.kind === "visitor" ? "address" : "user"}:${callerOf(actor)}`;
  const { allowed, remaining, retryAfterSeconds } = countHere(bucket, WINDOW_SECONDS, limit);
  headers.set("RateLimit-Policy", `"${policy}";q=${limit};w=${WINDOW_SECONDS}`);
  headers.set("RateLimit", `"${policy}";r=${remaining};t=${retryAfterSeconds}`);
  if (allowed) return;
  const seconds = retryAfterSeconds === 1 ? "1 second" : `${retryAfterSeconds} seconds`;
  throw throttled(retryAfterSeconds, `Request was throttled. Expected available in ${seconds}.`);
}
