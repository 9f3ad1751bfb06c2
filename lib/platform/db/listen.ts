import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Tx } from "#lib/platform/db/client.ts";
import { databaseUrl } from "#lib/platform/db/url.ts";
import { log } from "#lib/platform/log.ts";
import { perProcess } from "#lib/platform/per-process.ts";

const HEARTBEAT_MS = 500;
/** A connection that has not answered for this long is given up and replaced. */
const GIVE_UP_MS = 2_000;
const BACKOFF_MS = [50, 100, 250, 500, 1_000];

type Handler = (payload: string) => void;

const state = perProcess("listener", () => ({
  client: null as pg.Client | null,
  connecting: null as Promise<pg.Client> | null,
  timer: null as NodeJS.Timeout | null,
  handlers: new Map<string, Set<Handler>>(),
  reconnected: new Set<() => void>(),
  answeredAt: Number.NEGATIVE_INFINITY,
  everConnected: false,
  beating: false,
  closed: false,
}));

/**
 * Calls `handler` with each payload sent on `channel`. Resolves once the server listens; a lost connection is replaced
 * without end, so notices may be missed meanwhile: see `silentMs` and `onReconnect`. Returns how to stop.
 */
export async function listen(channel: string, handler: Handler): Promise<() => Promise<void>> {
  state.closed = false;
  const known = state.handlers.get(channel);
  const handlers = known ?? new Set<Handler>();
  handlers.add(handler);
  state.handlers.set(channel, handlers);
  // A connection being made listens to every known channel; only a live one has to be told.
  const live = state.client;
  if (live && !known) await live.query(`listen ${quoted(channel)}`).catch(() => lose(live));
  await connection();
  return async () => {
    handlers.delete(handler);
    if (handlers.size > 0 || state.handlers.get(channel) !== handlers) return;
    state.handlers.delete(channel);
    await state.client?.query(`unlisten ${quoted(channel)}`).catch(() => undefined);
  };
}

/** Milliseconds since the connection last answered its heartbeat; Infinity before the first answer. */
export const silentMs = (): number => performance.now() - state.answeredAt;

/** Calls `handler` each time a lost connection has been replaced: what was sent in between is lost. Returns how to stop. */
export function onReconnect(handler: () => void): () => void {
  state.reconnected.add(handler);
  return () => state.reconnected.delete(handler);
}

/** Sends `payload` (up to 8000 bytes) on `channel` when the transaction commits. */
export async function notify(tx: Tx, channel: string, payload: string): Promise<void> {
  await tx.$executeRaw`select pg_notify(${channel}, ${payload})`;
}

/** Gives `payload` to those who listen in this process, at once; what is sent through the server comes a moment later. */
export function deliverHere(channel: string, payload: string): void {
  for (const handler of state.handlers.get(channel) ?? []) deliver(handler, payload);
}

/** Ends the connection; for shutdown and tests. */
export async function stopListening(): Promise<void> {
  state.closed = true;
  state.handlers.clear();
  const client = state.client;
  state.client = null;
  if (state.timer) clearInterval(state.timer);
  state.timer = null;
  state.answeredAt = Number.NEGATIVE_INFINITY;
  await client?.end().catch(() => undefined);
}

function connection(): Promise<pg.Client> {
  if (state.client) return Promise.resolve(state.client);
  state.connecting ??= reconnect().finally(() => {
    state.connecting = null;
  });
  return state.connecting;
}

async function reconnect(): Promise<pg.Client> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await connect();
    } catch (error) {
      if (state.closed) throw error;
      if (attempt === 0) log.warn({ err: error }, "no LISTEN connection");
      await delay(BACKOFF_MS[Math.min(attempt, BACKOFF_MS.length - 1)]);
    }
  }
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl(),
    application_name: "lectern listener",
    connectionTimeoutMillis: GIVE_UP_MS,
    query_timeout: GIVE_UP_MS,
    keepAlive: true,
  });
  client.on("error", () => lose(client));
  client.on("end", () => lose(client));
  client.on("notification", ({ channel, payload }) => {
    deliverHere(channel, payload ?? "");
  });
  try {
    await client.connect();
    const listening = new Set<string>();
    // Channels may be added while this waits for the server: go on until none is left.
    for (let next = missing(listening); next !== undefined; next = missing(listening)) {
      await client.query(`listen ${quoted(next)}`);
      listening.add(next);
    }
  } catch (error) {
    void client.end().catch(() => undefined);
    throw error;
  }
  state.client = client;
  state.answeredAt = performance.now();
  state.timer ??= setInterval(() => void beat(), HEARTBEAT_MS);
  if (state.everConnected) for (const handler of state.reconnected) handler();
  state.everConnected = true;
  return client;
}

const missing = (listening: Set<string>): string | undefined =>
  [...state.handlers.keys()].find((channel) => !listening.has(channel));

function deliver(handler: Handler, payload: string): void {
  try {
    handler(payload);
  } catch (error) {
    log.error({ err: error }, "a listener failed");
  }
}

async function beat(): Promise<void> {
  const client = state.client;
  if (!client || state.beating) return;
  state.beating = true;
  try {
    await client.query("select 1");
    if (state.client === client) state.answeredAt = performance.now();
  } catch {
    lose(client);
  } finally {
    state.beating = false;
  }
}

function lose(client: pg.Client): void {
  if (state.client !== client) return;
  state.client = null;
  void client.end().catch(() => undefined);
  if (!state.closed) void connection().catch(() => undefined);
}

const quoted = (channel: string): string => pg.escapeIdentifier(channel);
