import { Problem } from "#lib/platform/errors.ts";
import { perProcess } from "#lib/platform/per-process.ts";

/** A tree of a large page takes 200 MB, so a process works on one at a time. */
const queue = perProcess("pageTurns", () => ({ waiting: 0, last: Promise.resolve() as Promise<unknown> }));
const mostWaiting = 50;

/** Runs work on a page when the work before it is done. Throws `unavailable` where too many wait already. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (queue.waiting >= mostWaiting) {
    throw new Problem("unavailable", "Too many pages are being read. Try again.", { retryAfterSeconds: 1 });
  }
  queue.waiting += 1;
  const result = queue.last.then(work).finally(() => {
    queue.waiting -= 1;
  });
  queue.last = result.catch(() => undefined);
  return result;
}
