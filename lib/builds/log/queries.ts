import type { Granted } from "#lib/access/rules.ts";
import { readArchive } from "#lib/builds/archive/queries.ts";
import { readEvents } from "#lib/builds/events/queries.ts";
import { presentCommandHead, presentHead } from "#lib/builds/log/present.ts";
import type { Build } from "#lib/builds/queries.ts";
import { buildEvent, linesEvent } from "#lib/builds/runs/schema.ts";
import { db } from "#lib/platform/db/client.ts";
import type { Found, PageRequest } from "#lib/platform/wire/page.ts";
import { Prisma } from "#prisma/client/client.ts";

const commandFields = {
  id: true,
  buildId: true,
  position: true,
  step: true,
  command: true,
  exitCode: true,
  startedAt: true,
  finishedAt: true,
  lineCount: true,
} as const satisfies Prisma.BuildCommandSelect;

/** A command of a build with the end of its output. */
export type BuildCommand = Prisma.BuildCommandGetPayload<{ select: typeof commandFields }> & {
  readonly output: readonly string[];
};

/** How many of the last lines of a command are shown with it; the event stream has them all. */
const shownLines = 1000;
/** Bounds what is read for them: lines are stored in batches. */
const shownBatches = 20;

/** The last lines of each command, by command id, wherever the log lies. */
async function findOutput(
  build: Build,
  commands: readonly { id: number }[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const output = await findStoredOutput(build, commands);
  return output.size > 0 || commands.length === 0 ? output : findArchivedOutput(build, commands);
}

async function findArchivedOutput(
  build: Build,
  commands: readonly { id: number }[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const output = new Map<number, string[]>(commands.map(({ id }) => [id, []]));
  for await (const { data } of readArchive(build.id)) {
    const event = linesEvent.safeParse(data).data;
    const lines = event && output.get(event.command_id);
    if (!lines) continue;
    lines.push(...event.lines);
    lines.splice(0, lines.length - shownLines);
  }
  return output;
}

async function findStoredOutput(
  build: Build,
  commands: readonly { id: number }[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const output = new Map<number, string[]>();
  const rows = await db.$queryRaw<{ commandId: number; body: unknown }[]>(Prisma.sql`
    select newest.command_id as "commandId", newest.body
    from unnest(${commands.map(({ id }) => id)}::int[]) as wanted (command_id)
    cross join lateral (
      select command_id, sequence, body from build_events
      where build_id = ${build.id} and kind = 'lines' and command_id = wanted.command_id
      order by sequence desc limit ${shownBatches}
    ) newest
    order by newest.sequence`);
  for (const { commandId, body } of rows) {
    const lines = linesEvent.pick({ lines: true }).safeParse(body).data?.lines ?? [];
    output.set(commandId, [...(output.get(commandId) ?? []), ...lines]);
  }
  for (const [id, lines] of output) output.set(id, lines.slice(-shownLines));
  return output;
}

/** The commands of a build in the order they ran. */
export async function listCommands(
  build: Granted<"view", Build>,
  page: PageRequest,
): Promise<Found<BuildCommand>> {
  const where = { buildId: build.id };
  const [count, commands] = await Promise.all([
    db.buildCommand.count({ where }),
    db.buildCommand.findMany({
      where,
      select: commandFields,
      orderBy: { position: "asc" },
      take: page.limit,
      skip: page.offset,
    }),
  ]);
  const output = await findOutput(build, commands);
  return { count, rows: commands.map((command) => ({ ...command, output: output.get(command.id) ?? [] })) };
}

/** A build's log as plain text, piece by piece: who and what, then each command with its times and all its output. */
export async function* readLogText(build: Granted<"view", Build>): AsyncGenerator<string> {
  const commands = await db.buildCommand.findMany({
    where: { buildId: build.id },
    select: commandFields,
    orderBy: { position: "asc" },
  });
  const byId = new Map(commands.map((command) => [command.id, command]));
  yield presentHead(build);
  for await (const { data } of readEvents(build.id)) {
    const event = buildEvent.safeParse(data).data;
    if (event?.kind === "command") yield presentCommandHead(event, byId.get(event.command_id));
    if (event?.kind === "lines") yield event.lines.map((line) => `${line}\n`).join("");
  }
}
