import type { BuildEvent } from "#lib/builds/runs/schema.ts";
import { clock } from "#lib/platform/clock.ts";
import { db, type Tx } from "#lib/platform/db/client.ts";
import { storableStrings, storableText } from "#lib/platform/db/storable.ts";

/** A worker's hold on a build: every write names it, so that a worker that lost its build changes nothing. */
export type Lease = { readonly buildId: number; readonly token: string };

/** The build is no longer held by this worker. Recognise it with `isLeaseLost`. */
export class LeaseLost extends Error {
  readonly code = "lease_lost";
  constructor() {
    super("This worker no longer holds the build.");
  }
}

export const isLeaseLost = (error: unknown): error is LeaseLost =>
  error instanceof Error && (error as { code?: unknown }).code === "lease_lost";

/** Adds events to the build's stream and tells its readers. Throws LeaseLost, having written nothing. */
export async function appendEvents(tx: Tx, lease: Lease, events: readonly BuildEvent[]): Promise<void> {
  const written = await tx.$queryRaw<unknown[]>`
    with taken as (
      update builds set next_sequence = next_sequence + ${events.length}::int
      where id = ${lease.buildId}::int and lease_token = ${lease.token}::uuid
      returning id, next_sequence - ${events.length}::int as first
    ), added as (
      insert into build_events (build_id, sequence, kind, command_id, first_line, body)
      select taken.id, taken.first + given.place::int - 1, given.body ->> 'kind',
        (given.body ->> 'command_id')::int, (given.body ->> 'first_line')::int, given.body
      from taken, jsonb_array_elements(${JSON.stringify(events, storableStrings)}::jsonb) with ordinality as given (body, place)
    )
    select pg_notify('build_events', id::text)::text from taken`;
  if (written.length === 0) throw new LeaseLost();
}

export type RunningCommand = { readonly id: number; readonly position: number; readonly startedAt: Date };

type Step = Extract<BuildEvent, { kind: "command" }>["step"];

/** Writes down that a command starts, before it does, so that readers see what is running. */
export async function startCommand(
  lease: Lease,
  given: { position: number; step: Step; command: string },
): Promise<RunningCommand> {
  const startedAt = clock.now();
  return db.$transaction(async (tx) => {
    const { id } = await tx.buildCommand.create({
      data: { buildId: lease.buildId, ...given, command: storableText(given.command), startedAt },
      select: { id: true },
    });
    const { position, step, command } = given;
    await appendEvents(tx, lease, [
      { kind: "command", command_id: id, position, step, command, at: startedAt.toISOString() },
    ]);
    return { id, position, startedAt };
  });
}

/** How many lines, and how much text, one `lines` event holds at most. */
const batchLines = 1_000;
const batchLength = 200_000;

/** Adds output lines, the first of which has the number `firstLine`. */
export async function appendLines(
  lease: Lease,
  command: RunningCommand,
  firstLine: number,
  lines: readonly string[],
): Promise<void> {
  const events: Extract<BuildEvent, { kind: "lines" }>[] = [];
  let length = 0;
  for (const [index, line] of lines.entries()) {
    let last = events.at(-1);
    if (!last || last.lines.length >= batchLines || length + line.length > batchLength) {
      last = { kind: "lines", command_id: command.id, first_line: firstLine + index, lines: [] };
      events.push(last);
      length = 0;
    }
    last.lines.push(line);
    length += line.length;
  }
  if (events.length > 0) await appendEvents(db, lease, events);
}

/** Writes down how a command ended; `exitCode` null means that it was stopped. */
export async function endCommand(
  lease: Lease,
  command: RunningCommand,
  ended: { exitCode: number | null; lineCount: number },
): Promise<void> {
  const finishedAt = clock.now();
  await db.$transaction(async (tx) => {
    await appendEvents(tx, lease, [
      {
        kind: "command_end",
        command_id: command.id,
        exit_code: ended.exitCode,
        seconds: (finishedAt.getTime() - command.startedAt.getTime()) / 1_000,
        line_count: ended.lineCount,
        at: finishedAt.toISOString(),
      },
    ]);
    await tx.buildCommand.update({ where: { id: command.id }, data: { ...ended, finishedAt } });
  });
}
