import { Problem } from "#lib/platform/errors.ts";
import { perProcess } from "#lib/platform/per-process.ts";

/** A tree of a large page takes 200 MB, so a process works on one at a time. `clients` counts who waits how often. */
const queue = perProcess("pageTurns", () => ({
  waiting: 0,
  clients: new Map<string, number>(),
  last: Promise.resolve() as Promise<unknown>,
}));
const mostWaiting = 50;
/** Of one client: more than a browser asks at once. */
const mostOfOne = 10;

/**
 * Runs work on a page when the work before it is done. Throws `unavailable` where too many wait already, or too many of the same
 * client's (`networkOf` its address).
 */
export async function inTurn<T>(client: string, work: () => Promise<T>): Promise<T> {
  const own = queue.clients.get(client) ?? 0;
  if (queue.waiting >= mostWaiting || own >= mostOfOne) {
    throw new Problem("unavailable", "Too many pages are being read. Try again.", { retryAfterSeconds: 1 });
  }
  queue.waiting += 1;
  queue.clients.set(client, own + 1);
  const result = queue.last.then(work).finally(() => leave(client));
  queue.last = result.catch(() => undefined);
  return result;
}

function leave(client: string): void {
  queue.waiting -= 1;
  const left = (queue.clients.get(client) ?? 1) - 1;
  if (left === 0) queue.clients.delete(client);
  else queue.clients.set(client, left);
}
