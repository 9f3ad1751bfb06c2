import { log } from "#lib/platform/log.ts";

/** One server-sent event. `id` is what a reader resumes from (`Last-Event-ID`). */
export type ServerEvent = { id?: string | number; event?: string; data: unknown };

const KEEP_ALIVE_MS = 15_000;
/** A stream is closed after this time and resumed by its reader, so that permission is checked again. */
const LONGEST_MS = 5 * 60_000;

function frame({ id, event, data }: ServerEvent): string {
  const head = `${id === undefined ? "" : `id: ${id}\n`}${event === undefined ? "" : `event: ${event}\n`}`;
  return `${head}data: ${JSON.stringify(data)}\n\n`;
}

/** Where a reader resumes from, or null at the beginning. */
export function lastEventId(request: Request): number | null {
  const given =
    request.headers.get("last-event-id") ?? new URL(request.url).searchParams.get("last_event_id");
  return given !== null && /^\d{1,9}$/.test(given) ? Number(given) : null;
}

const aborted = (signal: AbortSignal): Promise<null> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener("abort", () => resolve(null), { once: true });
  });

/**
 * An answer that sends events until the source ends, the reader leaves or the time is up; the signal the source gets is aborted in
 * the last two cases. Events are drawn as fast as the reader takes them. A source that throws ends the stream: readers come back.
 */
export function eventStream(
  request: Request,
  source: (signal: AbortSignal) => AsyncIterable<ServerEvent>,
): Response {
  const left = new AbortController();
  const signal = AbortSignal.any([request.signal, left.signal, AbortSignal.timeout(LONGEST_MS)]);
  const over = aborted(signal);
  const events = source(signal)[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let keepAlive: NodeJS.Timeout | undefined;
  // A source that waits to be asked for its next event hears of no signal.
  const leave = () => {
    clearInterval(keepAlive);
    left.abort();
    events.return?.().catch(() => undefined);
  };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode("retry: 1000\n\n"));
      keepAlive = setInterval(() => controller.enqueue(encoder.encode(": \n\n")), KEEP_ALIVE_MS);
    },
    async pull(controller) {
      const next = await Promise.race([events.next(), over]).catch((error: unknown) => {
        log.error({ err: error }, "event stream failed");
        return null;
      });
      if (next && !next.done) return controller.enqueue(encoder.encode(frame(next.value)));
      leave();
      controller.close();
    },
    cancel: leave,
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream",
      "Cache-Control": "private, no-store, no-transform",
      "X-Accel-Buffering": "no",
    },
  });
}

/** An answer of plain text that is made as its reader takes it. A source that throws cuts it off, so that nobody takes it for whole. */
export function textStream(source: AsyncGenerator<string>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await source.next();
      if (next.done) return controller.close();
      controller.enqueue(encoder.encode(next.value));
    },
    async cancel() {
      await source.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
