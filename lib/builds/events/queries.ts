import type { Granted } from "#lib/access/rules.ts";
import type { Build } from "#lib/builds/queries.ts";
import { isFinal } from "#lib/builds/rules.ts";
import { db } from "#lib/platform/db/client.ts";
import { listen } from "#lib/platform/db/listen.ts";

/** One event as it is sent: its number in the build, and what it says (`buildEvent` of lib/builds/runs/schema.ts). */
export type StoredEvent = {
  readonly sequence: number;
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
};

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
    for (let last = after; !signal.aborted; ) {
      if (performance.now() - askedAt >= pollMs) {
        if (!(await mayGoOn())) return;
        askedAt = performance.now();
      }
      // Asked before the events are read, so that none is missed; a reader may have had the last one before coming back.
      const ended = quiet && (await hasEnded(build.id));
      const events = await listEvents(build.id, last);
      for (const event of events) {
        yield event;
        if (event.kind === "end") return;
        last = event.sequence;
      }
      if (events.length === batch) continue;
      if (ended) return;
      quiet = !(await bell.wait(pollMs));
    }
  } finally {
    signal.removeEventListener("abort", ring);
    await stop();
  }
}
