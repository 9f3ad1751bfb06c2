import type { Granted } from "#lib/access/rules.ts";
import { readArchive } from "#lib/builds/archive/queries.ts";
import type { StoredEvent } from "#lib/builds/events/schema.ts";
import type { Build } from "#lib/builds/queries.ts";
import { isFinal } from "#lib/builds/rules.ts";
import { db } from "#lib/platform/db/client.ts";
import { listen } from "#lib/platform/db/listen.ts";

/** How many events one read brings, and how long a missed notice can go unnoticed. */
const batch = 200;
const pollMs = 3000;

/** The next events of a build after the given one, oldest first. */
async function listEvents(buildId: number, after: number): Promise<StoredEvent[]> {
  const rows = await db.buildEvent.findMany({
    where: { buildId, sequence: { gt: after } },
    orderBy: { sequence: "asc" },
    take: batch,
  });
  return rows.map(({ sequence, kind, commandId, firstLine, body }) => ({
    sequence,
    kind,
    data: {
      ...(commandId !== null && { command_id: commandId }),
      ...(firstLine !== null && { first_line: firstLine }),
      ...(typeof body === "object" && !Array.isArray(body) ? body : {}),
      kind,
    },
  }));
}

/**
 * All events so far of a build after the given one, oldest first, wherever they lie: a log that moves to storage meanwhile is read
 * on from there.
 */
export async function* readEvents(buildId: number, after = 0): AsyncGenerator<StoredEvent> {
  let last = after;
  for (;;) {
    const events = await listEvents(buildId, last);
    for (const event of events) {
      yield event;
      last = event.sequence;
    }
    if (events.length === 0) break;
    // What is there in part is not archived: these were the last.
    if (events.length < batch) return;
  }
  for await (const event of readArchive(buildId)) if (event.sequence > last) yield event;
}

async function hasEnded(buildId: number): Promise<boolean> {
  const row = await db.build.findUnique({ where: { id: buildId }, select: { state: true } });
  return row === null || isFinal(row.state);
}

/** Wakes whoever waits; a ring while nobody waits counts for the next one. */
class Bell {
  #rung = false;
  #wake: (() => void) | null = null;

  ring(): void {
    this.#rung = true;
    this.#wake?.();
  }

  /** Waits for a ring, that long at most; says whether there was one. */
  async wait(milliseconds: number): Promise<boolean> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    const rung = this.#rung;
    this.#wake = null;
    this.#rung = false;
    return rung;
  }
}

/**
 * The events of a build after the given one: those stored, then each as it happens, until the build has ended, the signal is
 * aborted or `mayGoOn`, asked every few seconds, says no. The database is asked once per notice, and every few seconds in case
 * one was lost.
 */
export async function* followEvents(
  build: Granted<"view", Build>,
  after: number,
  signal: AbortSignal,
  mayGoOn: () => Promise<boolean>,
): AsyncGenerator<StoredEvent> {
  const bell = new Bell();
  const ring = () => bell.ring();
  signal.addEventListener("abort", ring);
  const stop = await listen("build_events", (payload) => payload === String(build.id) && ring());
  try {
    let quiet = true;
    let askedAt = performance.now();
    const refused = async (): Promise<boolean> => {
      if (performance.now() - askedAt < pollMs) return false;
      askedAt = performance.now();
      return !(await mayGoOn());
    };
    for (let last = after; !signal.aborted; ) {
      if (await refused()) return;
      // Asked before the events are read, so that none is missed; a reader may have had the last one before coming back.
      const ended = quiet && (await hasEnded(build.id));
      for await (const event of readEvents(build.id, last)) {
        yield event;
        if (event.kind === "end" || signal.aborted || (await refused())) return;
        last = event.sequence;
      }
      if (ended) return;
      quiet = !(await bell.wait(pollMs));
    }
  } finally {
    signal.removeEventListener("abort", ring);
    await stop();
  }
}
