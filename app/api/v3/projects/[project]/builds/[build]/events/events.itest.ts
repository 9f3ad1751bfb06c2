import pg from "pg";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { send } from "#test/api.ts";
import {
  buildBuild,
  buildOwnedProject,
  buildPerson,
  buildVersion,
  type Person,
} from "#test/factories/tenants.ts";

type Received = { id: number; event: string; data: { kind: string } & Record<string, unknown> };

let owner: Person;
let project: { id: number; slug: string };
let build: { id: number };
let sequence = 0;

beforeEach(async () => {
  ({ owner, project } = await buildOwnedProject({ privacyLevel: "private" }));
  build = await buildBuild(project, await buildVersion(project), { state: "triggered" });
  sequence = 0;
});

async function happen(kind: string, body: object = {}): Promise<void> {
  sequence += 1;
  await db.$transaction(async (tx) => {
    await tx.buildEvent.create({ data: { buildId: build.id, sequence, kind, body: { kind, ...body } } });
    await tx.$executeRaw`select pg_notify('build_events', ${String(build.id)})`;
  });
}

const textOf = (query: unknown): string =>
  typeof query === "string" ? query : String((query as { text?: unknown } | null)?.text ?? "");

/** Opens the stream and reads it event by event. */
async function follow(headers: Record<string, string> = {}) {
  const leave = new AbortController();
  const url = `http://localhost:3000/api/v3/projects/${project.slug}/builds/${build.id}/events/`;
  const response = await send(
    new Request(url, {
      headers: { host: "localhost:3000", authorization: `Token ${owner.token}`, ...headers },
      signal: leave.signal,
    }),
  );
  const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader();
  const decoder = new TextDecoder();
  let text = "";
  async function next(): Promise<Received | null> {
    for (;;) {
      const end = text.indexOf("\n\n");
      if (end === -1) {
        const { done, value } = await reader.read();
        if (done) return null;
        text += decoder.decode(value, { stream: true });
        continue;
      }
      const frame = text.slice(0, end);
      text = text.slice(end + 2);
      const fields = new Map(
        frame.split("\n").map((line) => [line.split(": ", 1)[0], line.slice(line.indexOf(": ") + 2)]),
      );
      const data = fields.get("data");
      if (data !== undefined) {
        return { id: Number(fields.get("id")), event: fields.get("event") ?? "", data: JSON.parse(data) };
      }
    }
  }
  return { response, next, leave: () => leave.abort(), cancel: () => reader.cancel() };
}

describe("GET …/builds/<id>/events/", () => {
  it("tells what has happened, then what happens, and closes after the end", async () => {
    await happen("state", { state: "triggered" });
    const stream = await follow();
    expect(stream.response.status).toBe(200);
    expect(stream.response.headers.get("content-type")).toBe("text/event-stream");
    expect(await stream.next()).toEqual({
      id: 1,
      event: "state",
      data: { kind: "state", state: "triggered" },
    });
    const later = stream.next();
    await happen("lines", { command_id: 5, first_line: 1, lines: ["a", "b"] });
    expect(await later).toMatchObject({ id: 2, event: "lines", data: { command_id: 5, lines: ["a", "b"] } });
    await happen("end", { state: "finished" });
    expect(await stream.next()).toMatchObject({ id: 3, event: "end" });
    expect(await stream.next()).toBeNull();
  });

  it("a notice wakes it: by looking every three seconds alone, so many events would take longer than a test may", async () => {
    const stream = await follow();
    for (let id = 1; id <= 30; id += 1) {
      const next = stream.next();
      await happen("state", { state: "cloning" });
      expect(await next).toMatchObject({ id });
    }
    await stream.cancel();
  });

  it("resumes after Last-Event-ID, across more events than one read brings", async () => {
    const events = Array.from({ length: 450 }, (_, index) => ({
      buildId: build.id,
      sequence: index + 1,
      kind: index === 449 ? "end" : "lines",
      body: { kind: index === 449 ? "end" : "lines" },
    }));
    await db.buildEvent.createMany({ data: events });
    const stream = await follow({ "last-event-id": "100" });
    const ids: number[] = [];
    for (let event = await stream.next(); event; event = await stream.next()) ids.push(event.id);
    expect(ids).toEqual(Array.from({ length: 350 }, (_, index) => index + 101));
  });

  it("closes when there is nothing after the event a reader has, because the build has ended", async () => {
    await happen("end", { state: "finished" });
    await db.build.update({ where: { id: build.id }, data: { state: "finished", success: true } });
    const stream = await follow({ "last-event-id": "1" });
    expect(await stream.next()).toBeNull();
  });

  it.each(["nonsense", "-1", "99999999999999999999", ""])(
    "an unreadable Last-Event-ID is the beginning: %j",
    async (id) => {
      await happen("end");
      const stream = await follow({ "last-event-id": id });
      expect(await stream.next()).toMatchObject({ id: 1 });
      expect(await stream.next()).toBeNull();
    },
  );

  it.each(["leave", "cancel"] as const)("stops following when the reader is gone: %s", async (how) => {
    const statements = vi.spyOn(pg.Client.prototype, "query");
    const stream = await follow();
    await happen("state");
    await stream.next();
    stream[how]();
    await expect
      .poll(() => statements.mock.calls.flat(), { timeout: 5000 })
      .toContain('unlisten "build_events"');
    statements.mockRestore();
  });

  it("a slow reader is waited for: nothing is read ahead of them", async () => {
    await db.buildEvent.createMany({
      data: Array.from({ length: 1000 }, (_, index) => ({
        buildId: build.id,
        sequence: index + 1,
        kind: "lines",
        body: { kind: "lines" },
      })),
    });
    const statements = vi.spyOn(pg.Client.prototype, "query");
    const stream = await follow();
    await stream.next();
    await new Promise((resolve) => setTimeout(resolve, 200));
    const reads = statements.mock.calls.filter(([query]) => /"build_events"/.test(textOf(query)));
    expect(reads.filter(([query]) => /^select/i.test(textOf(query)))).toHaveLength(1);
    statements.mockRestore();
    await stream.cancel();
  });

  it("ends within seconds when the reader's access is withdrawn, without telling what came since", async () => {
    const stream = await follow();
    await happen("state");
    expect(await stream.next()).toMatchObject({ id: 1 });
    await db.apiToken.updateMany({ where: { userId: owner.id }, data: { revokedAt: new Date() } });
    await new Promise((resolve) => setTimeout(resolve, 3100));
    await happen("lines", { lines: ["secret"] });
    expect(await stream.next()).toBeNull();
  }, 10_000);

  it("does not exist for others", async () => {
    const other = await buildPerson();
    const stream = await follow({ authorization: `Token ${other.token}` });
    expect(stream.response.status).toBe(404);
  });
});
