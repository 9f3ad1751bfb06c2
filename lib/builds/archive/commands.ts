import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { formatEvent, logKeyOf } from "#lib/builds/archive/rules.ts";
import { readEvents } from "#lib/builds/events/queries.ts";
import { clock } from "#lib/platform/clock.ts";
import { db, transaction } from "#lib/platform/db/client.ts";
import { log } from "#lib/platform/log.ts";
import { storage } from "#lib/platform/storage/storage.ts";

/** How long a log stays in the database after its build has ended. */
const keptMs = 24 * 3_600_000;
/** So many builds in one run (spec/builds.md 9.4). */
const atOnce = 500;

/** Moves the logs of builds that ended more than a day ago into storage, the oldest first. Returns how many. */
export async function archiveLogs(): Promise<number> {
  const builds = await db.build.findMany({
    where: { logKey: null, finishedAt: { lt: new Date(clock.now().getTime() - keptMs) } },
    select: { id: true, projectId: true },
    orderBy: { finishedAt: "asc" },
    take: atOnce,
  });
  let moved = 0;
  for (const build of builds) {
    // One that cannot be moved must not keep the others.
    await archiveLog(build).then(
      () => (moved += 1),
      (error: unknown) => log.error({ buildId: build.id, err: error }, "could not archive a log"),
    );
  }
  return moved;
}

/** Writes the whole log as one object, then lets it take the place of the rows at one stroke. */
async function archiveLog(build: { id: number; projectId: number }): Promise<void> {
  const key = logKeyOf(build, randomBytes(6).toString("hex"));
  async function* lines() {
    for await (const event of readEvents(build.id)) yield formatEvent(event);
  }
  const text = Readable.from(lines(), { objectMode: false });
  const packed = createGzip();
  text.on("error", (error) => packed.destroy(error));
  await storage.put(key, text.pipe(packed));
  const taken = await transaction(
    async (tx) => {
      const { count } = await tx.build.updateMany({
        where: { id: build.id, logKey: null },
        data: { logKey: key },
      });
      if (count > 0) await tx.buildEvent.deleteMany({ where: { buildId: build.id } });
      return count > 0;
    },
    { timeoutMs: 300_000 },
  );
  // Another worker was first, or the build is gone.
  if (!taken) await storage.delete(key);
}
