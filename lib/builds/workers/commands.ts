import { hostname } from "node:os";
import { db } from "#lib/platform/db/client.ts";

/** Signs a worker process in. `features` says what it has: isolation, network, tools. */
export async function registerWorker(
  slots: number,
  features: Record<string, string | boolean>,
): Promise<number> {
  const { id } = await db.worker.create({
    data: { host: hostname(), slots, features },
    select: { id: true },
  });
  return id;
}

/** Says that the worker is still there. */
export async function touchWorker(id: number): Promise<void> {
  await db.$executeRaw`update workers set last_seen_at = now() where id = ${id}::int`;
}

/** Signs the worker off. */
export async function stopWorker(id: number): Promise<void> {
  await db.$executeRaw`update workers set stopped_at = now(), last_seen_at = now() where id = ${id}::int`;
}
