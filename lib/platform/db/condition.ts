import { stale } from "#lib/platform/errors.ts";

/** What a write is asked to require (If-Match). `unchanged`: its row must still be as the caller saw it. */
export type Condition = { readonly unchanged?: boolean };

/** Refuses with 412 when the row, read and locked in the write's own transaction, is not any more what the caller saw. */
export function requireUnchanged(
  { unchanged }: Condition,
  seen: { readonly rowVersion?: number },
  now: { readonly rowVersion: number },
): void {
  if (unchanged && now.rowVersion !== seen.rowVersion) throw stale();
}
