import { afterAll, describe, expect, test } from "vitest";
import { archiveLogs } from "#lib/builds/archive/commands.ts";
import { readEvents } from "#lib/builds/events/queries.ts";
import { appendLines, endCommand, startCommand } from "#lib/builds/log/commands.ts";
import { claimBuild, endBuild } from "#lib/builds/runs/commands.ts";
import { registerWorker } from "#lib/builds/workers/commands.ts";
import { clock } from "#lib/platform/clock.ts";
import { db } from "#lib/platform/db/client.ts";
import { storage } from "#lib/platform/storage/storage.ts";
import { api } from "#test/api.ts";
import { queueBuild } from "#test/factories/builds.ts";
import { buildBuild, buildOwnedProject } from "#test/factories/tenants.ts";

const realNow = clock.now;
const later = (hours: number) => {
  clock.now = () => new Date(realNow().getTime() + hours * 3_600_000);
};

const { owner, project } = await buildOwnedProject();

afterAll(() => {
  clock.now = realNow;
});

/** A failed build of two commands, the first of which printed this many lines, in batches of 100. */
async function ended(lines: number): Promise<number> {
  clock.now = realNow;
  await queueBuild(project);
  const held = await claimBuild(await registerWorker(1, {}));
  const long = await startCommand(held!, { position: 1, step: "building", command: "count" });
  for (let from = 1; from <= lines; from += 100) {
    const batch = Array.from({ length: 100 }, (_, n) => `line ${from + n} \u001b[1mé\u2028`);
    await appendLines(held!, long, from, batch);
  }
  await endCommand(held!, long, { exitCode: 0, lineCount: lines });
  const short = await startCommand(held!, { position: 2, step: "building", command: "fail" });
  await appendLines(held!, short, 1, ["no"]);
  await endCommand(held!, short, { exitCode: 7, lineCount: 1 });
  await endBuild(held!, {
    kind: "failed",
    notice: "build:user:generic",
    values: { command: "fail", exit_code: 7 },
  });
  return held!.buildId;
}

/** Everything the API tells of a build's log. */
async function told(id: number) {
  const path = `/projects/${project.slug}/builds/${id}/`;
  const [events, resumed, commands, text] = [
    await api(owner).get(`${path}events/`),
    await api(owner).get(`${path}events/?last_event_id=5`),
    await api(owner).get(`${path}commands/`),
    await api(owner).get(`${path}log/`, { accept: "text/plain" }),
  ];
  return { events: events.text, resumed: resumed.text, commands: commands.body, text: text.text };
}

const stored = async (): Promise<string[]> => {
  const keys: string[] = [];
  for await (const key of storage.list(`projects/${project.id}/logs/`)) keys.push(key);
  return keys;
};

describe("the log of an ended build", () => {
  test("moves into one object after a day, and no reader notices", async () => {
    const id = await ended(2_500);
    const before = await told(id);
    expect(before.commands.results[0].output.split("\n")).toHaveLength(1_000);
    expect(before.text).toContain("\nline 1 ");
    later(23);
    expect(await archiveLogs()).toBe(0);
    later(25);
    expect(await archiveLogs()).toBe(1);
    expect(await archiveLogs()).toBe(0);
    expect(await db.buildEvent.count({ where: { buildId: id } })).toBe(0);
    const { logKey } = await db.build.findUniqueOrThrow({ where: { id } });
    expect(await stored()).toEqual([logKey]);
    expect(await told(id)).toEqual(before);
  });

  test("may move while somebody reads it", async () => {
    const id = await ended(25_000);
    const seen: number[] = [];
    for await (const { sequence } of readEvents(id)) {
      seen.push(sequence);
      if (seen.length === 3) {
        later(25);
        await archiveLogs();
      }
    }
    expect(await db.buildEvent.count({ where: { buildId: id } })).toBe(0);
    expect(seen).toEqual(Array.from({ length: seen.length }, (_, n) => n + 1));
    expect(seen.length).toBeGreaterThan(250);
  });

  test("survives a crash after the object was written, and two workers at once", async () => {
    const id = await ended(200);
    const before = await told(id);
    await storage.put(`projects/${project.id}/logs/${id}-crashed.ndjson.gz`, Buffer.from("half"));
    later(25);
    await Promise.all([archiveLogs(), archiveLogs()]);
    expect(await told(id)).toEqual(before);
    const { logKey } = await db.build.findUniqueOrThrow({ where: { id } });
    const ofBuild = (await stored()).filter((key) => key.includes(`/${id}-`));
    expect(ofBuild.sort()).toEqual([logKey, `projects/${project.id}/logs/${id}-crashed.ndjson.gz`].sort());
  });

  test("builds that have not ended keep theirs", async () => {
    const version = await db.version.findFirstOrThrow({ where: { projectId: project.id } });
    const waiting = await buildBuild(project, version, { state: "triggered" });
    later(25 * 365 * 24);
    await archiveLogs();
    expect((await db.build.findUniqueOrThrow({ where: { id: waiting.id } })).logKey).toBeNull();
  });

  test("that is lost from storage leaves an empty log, not an error", async () => {
    const id = await ended(100);
    later(25);
    await archiveLogs();
    await storage.deleteTree(`projects/${project.id}/logs/`);
    const { commands, text } = await told(id);
    expect(commands.results.map((row: { output: string }) => row.output)).toEqual(["", ""]);
    expect(text).toMatch(/^Lectern build information\n/);
  });
});
