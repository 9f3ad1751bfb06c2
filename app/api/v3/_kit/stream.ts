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
  return given !== null && /^\d{1,15}$/.test(given) ? Number(given) : null;
}

/**
 * An answer that sends events until the source ends, the reader leaves or the time is up. The signal the source gets is aborted in
 * the last two cases; a source that throws ends the stream, and the reader comes back by itself.
 */
export function eventStream(
  request: Request,
  source: (signal: AbortSignal) => AsyncIterable<ServerEvent>,
): Response {
  const left = new AbortController();
  const signal = AbortSignal.any([request.signal, left.signal, AbortSignal.timeout(LONGEST_MS)]);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (text: string) => {
        if (!left.signal.aborted) controller.enqueue(encoder.encode(text));
      };
      const keepAlive = setInterval(() => send(": \n\n"), KEEP_ALIVE_MS);
      try {
        send("retry: 1000\n\n");
        for await (const event of source(signal)) {
          if (signal.aborted) break;
          send(frame(event));
        }
      } catch (error) {
        if (!signal.aborted) throw error;
      } finally {
        clearInterval(keepAlive);
        if (!left.signal.aborted) controller.close();
      }
    },
    cancel: () => left.abort(),
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream",
      "Cache-Control": "private, no-store, no-transform",
      "X-Accel-Buffering": "no",
    },
  });
}
