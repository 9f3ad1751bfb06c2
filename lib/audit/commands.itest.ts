import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import type { Actor } from "#lib/access/schema.ts";
import { type AuditEntry, command } from "#lib/audit/commands.ts";
import { db, transaction } from "#lib/platform/db/client.ts";
import { listen } from "#lib/platform/db/listen.ts";
import { defineJob } from "#lib/platform/jobs/queue.ts";

const person: Actor = {
  kind: "user",
  userId: 41,
  username: "ada",
  superuser: false,
  sessionId: "s",
  authenticatedAt: new Date(),
  address: "192.0.2.7",
  client: "Firefox",
};
const entry: AuditEntry = {
  action: "thing.create",
  subjectKind: "thing",
  subjectId: 9,
  subjectLabel: "nine",
  changes: { name: { from: null, to: "nine" }, secret: "changed" },
};
const job = defineJob({ name: "test.audit", payload: z.object({ id: z.number() }) });

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const events = () => db.auditEvent.findMany({ orderBy: { id: "asc" } });
const newProject = (slug: string) =>
  db.project.create({ data: { slug, name: slug, repositoryUrl: `https://example.org/${slug}.git` } });

test("history is written in the same transaction as the change", async () => {
  const project = await command(person, async (c) => {
    const row = await c.tx.project.create({
      data: { slug: "kit", name: "Kit", repositoryUrl: "https://example.org/kit.git" },
    });
    await c.record({ ...entry, projectId: row.id });
    return row;
  });
  expect(await events()).toMatchObject([
    {
      actorKind: "user",
      actorId: 41,
      actorLabel: "ada",
      tokenId: null,
      organizationId: null,
      projectId: project.id,
      subjectKind: "thing",
      subjectId: "9",
      subjectLabel: "nine",
      action: "thing.create",
      changes: { name: { from: null, to: "nine" }, secret: "changed" },
      address: "192.0.2.7",
      client: "Firefox",
    },
  ]);
});

test("a command that fails leaves neither change nor history nor job", async () => {
  const before = (await events()).length;
  const failing = command(person, async (c) => {
    await c.tx.project.create({
      data: { slug: "gone", name: "Gone", repositoryUrl: "https://example.org/g.git" },
    });
    await c.record(entry);
    await c.enqueue(job, { id: 1 });
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await db.project.count({ where: { slug: "gone" } })).toBe(0);
  expect(await events()).toHaveLength(before);
  const jobs = await db.$queryRaw<
    { n: bigint }[]
  >`select count(*) as n from pgboss.job where name = 'test.audit'`;
  expect(Number(jobs[0]?.n)).toBe(0);
});

test("a command that records nothing does not commit", async () => {
  const silent = command(person, (c) =>
    c.tx.project.create({ data: { slug: "silent", name: "S", repositoryUrl: "https://example.org/s.git" } }),
  );
  await expect(silent).rejects.toThrow("without recording");
  expect(await db.project.count({ where: { slug: "silent" } })).toBe(0);
});

test.each<[string, Actor, object]>([
  [
    "a token",
    {
      kind: "token",
      userId: 41,
      username: "ada",
      superuser: false,
      tokenId: 5,
      scope: "write",
      projectIds: null,
      address: "2001:db8::1",
      client: "curl",
    },
    { actorKind: "token", actorId: 41, actorLabel: "ada", tokenId: 5, address: "2001:db8::1" },
  ],
  [
    "a job",
    { kind: "system", job: "sweep" },
    { actorKind: "system", actorId: null, actorLabel: "sweep", address: null },
  ],
  ["the operator", { kind: "system", job: "operator" }, { actorKind: "operator", actorLabel: "operator" }],
  [
    "a visitor with an unusable address",
    { kind: "visitor", address: "unknown", client: "x\0y".padEnd(900, "z") },
    { actorKind: "user", actorId: null, actorLabel: "visitor", address: null },
  ],
])("history names %s", async (_name, actor, expected) => {
  await command(actor, (c) => c.record(entry));
  expect((await events()).at(-1)).toMatchObject(expected);
});

test("the organization is taken from the project", async () => {
  const organization = await db.organization.create({ data: { slug: "acme", name: "Acme" } });
  const project = await db.project.create({
    data: {
      slug: "p1",
      name: "P",
      repositoryUrl: "https://example.org/p.git",
      organizationId: organization.id,
    },
  });
  await command(person, (c) => c.record({ ...entry, projectId: project.id }));
  expect((await events()).at(-1)).toMatchObject({ organizationId: organization.id });
});

test("history can be neither changed, deleted nor truncated", async () => {
  await command(person, (c) => c.record(entry));
  await expect(db.auditEvent.updateMany({ data: { action: "x" } })).rejects.toThrow("never changed");
  await expect(db.auditEvent.deleteMany({})).rejects.toThrow("never changed");
  await expect(db.$executeRaw`truncate audit_events`).rejects.toThrow("never changed");
});

test("the retention job alone may delete history, inside its own transaction", async () => {
  await command(person, (c) => c.record(entry));
  await transaction(async (tx) => {
    await tx.$executeRaw`set local lectern.retention = 'on'`;
    await expect(tx.auditEvent.deleteMany({ where: { action: "thing.create" } })).resolves.toBeTruthy();
  });
  await command(person, (c) => c.record(entry));
  await expect(db.auditEvent.deleteMany({})).rejects.toThrow("never changed");
});

test("a changed site gets a new revision and every listener the project's id", async () => {
  const [a, b] = [await newProject("site-a"), await newProject("site-b")];
  const heard: string[] = [];
  stops.push(await listen("site_changed", (payload) => heard.push(payload)));
  await command(person, async (c) => {
    await c.record(entry);
    await c.siteChanged(a.id);
    await c.siteChanged(b.id);
    await c.siteChanged(a.id);
  });
  // Each twice: at once from this process, and from the database as every other process hears it.
  const both = [String(a.id), String(b.id)].sort();
  await vi.waitFor(() => expect([...new Set(heard)].sort()).toEqual(both), { timeout: 15_000 });
  await vi.waitFor(() => expect(heard).toHaveLength(4), { timeout: 15_000 });
  const rows = await db.project.findMany({ where: { id: { in: [a.id, b.id] } } });
  expect(rows.every((row) => row.siteRevision > 0n)).toBe(true);
  expect(rows[0]!.siteRevision).not.toBe(rows[1]!.siteRevision);
});

test("who listens in the same process knows of a changed site as soon as the command is done", async () => {
  const { id } = await newProject("site-here");
  const heard: string[] = [];
  stops.push(await listen("site_changed", (payload) => heard.push(payload)));
  await command(person, async (c) => {
    await c.record(entry);
    await c.siteChanged(id);
    expect(heard).toEqual([]);
  });
  expect(heard).toContain(String(id));
});

test("revisions become visible in their order, however long a command takes", async () => {
  const [slow, quick] = [await newProject("slow"), await newProject("quick")];
  const slowly = command(person, async (c) => {
    await c.record(entry);
    await c.siteChanged(slow.id);
    await new Promise((resolve) => setTimeout(resolve, 200));
  });
  await command(person, async (c) => {
    await c.record(entry);
    await c.siteChanged(quick.id);
  });
  await slowly;
  const revision = async (id: number) => (await db.project.findUniqueOrThrow({ where: { id } })).siteRevision;
  expect(await revision(slow.id)).toBeGreaterThan(await revision(quick.id));
});

test("two commands that change the same sites in opposite order both finish", async () => {
  const [a, b] = [await newProject("order-a"), await newProject("order-b")];
  const change = (first: number, second: number) =>
    command(person, async (c) => {
      await c.record(entry);
      await c.siteChanged(first);
      await c.siteChanged(second);
    });
  const runs = Array.from({ length: 10 }, (_, n) => (n % 2 ? change(a.id, b.id) : change(b.id, a.id)));
  await expect(Promise.all(runs)).resolves.toHaveLength(10);
});
