/** What is left of a budget. `retryAfterSeconds` is the time until the window ends, allowed or not. */
export type Allowance = { allowed: boolean; remaining: number; retryAfterSeconds: number };

/** The answer to use number `used` of a window that began at `startMs`. */
export function allowance(
  used: number,
  limit: number,
  startMs: number,
  windowSeconds: number,
  nowMs: number,
): Allowance {
  return {
    allowed: used <= limit,
    remaining: Math.max(0, limit - used),
    retryAfterSeconds: Math.max(1, Math.ceil((startMs + windowSeconds * 1000 - nowMs) / 1000)),
  };
}
