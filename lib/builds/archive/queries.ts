import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { parseEvent } from "#lib/builds/archive/rules.ts";
import type { StoredEvent } from "#lib/builds/events/schema.ts";
import { db } from "#lib/platform/db/client.ts";
import { isProblem } from "#lib/platform/errors.ts";
import { log } from "#lib/platform/log.ts";
import { storage } from "#lib/platform/storage/storage.ts";

/** The archived events of a build, oldest first; none while its log is in the database. One is held in memory at a time. */
export async function* readArchive(buildId: number): AsyncGenerator<StoredEvent> {
  const row = await db.build.findUnique({ where: { id: buildId }, select: { logKey: true } });
  if (!row?.logKey) return;
  const found = await storage.read(row.logKey).catch((error: unknown) => {
    if (!isProblem(error)) throw error;
    log.error({ buildId, key: row.logKey }, "the log of a build is gone from storage");
    return null;
  });
  if (found === null) return;
  // The loop below hears of any failure, and ends the reading of the file when it is left early.
  const text = pipeline(found.stream, createGunzip(), () => undefined);
  text.setEncoding("utf8");
  let rest = "";
  for await (const chunk of text) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield parseEvent(line);
  }
}
