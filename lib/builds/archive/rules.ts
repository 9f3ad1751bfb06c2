import { type StoredEvent, storedEvent } from "#lib/builds/events/schema.ts";

/**
 * Where the log of an ended build lies. `attempt` makes it a key of its own for each try, so that one that comes late never
 * writes over what another has already made the log.
 */
export const logKeyOf = (build: { id: number; projectId: number }, attempt: string): string =>
  `projects/${build.projectId}/logs/${build.id}-${attempt}.ndjson.gz`;

/** An archived log is its events, one JSON text a line, in their order. */
export const formatEvent = (event: StoredEvent): string => `${JSON.stringify(event)}\n`;

export const parseEvent = (line: string): StoredEvent => storedEvent.parse(JSON.parse(line));
