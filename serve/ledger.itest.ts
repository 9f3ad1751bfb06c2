import { expect, test, vi } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { recordUse } from "#lib/sharing/use/commands.ts";
import { createGatherer } from "#lib/sharing/use/rules/gather.ts";
import type { Access } from "#lib/sharing/use/schema.ts";
import { flushLedger, noteAccess } from "#serve/ledger.ts";
import { noteReading } from "#serve/noted.ts";
import type { DocsRequest } from "#serve/request.ts";
import { docsFamily, docsVersion } from "#test/factories/docs-family.ts";
import { buildSession, buildShare } from "#test/factories/shares.ts";
import { buildPerson, buildProject } from "#test/factories/tenants.ts";

const [project, creator] = await Promise.all([buildProject(), buildPerson({ superuser: true })]);
const share = (options = {}) => buildShare(project, { createdById: creator.id, ...options });
type Share = Awaited<ReturnType<typeof share>>;

const today = new Date(new Date().toISOString().slice(0, 10));
const now = new Date();

const access = ({ id, projectId }: Share, changes: Partial<Access> = {}): Access => ({
  projectId,
  shareId: id,
  recipientId: null,
  sessionId: null,
  path: "/en/latest/",
  kind: "page",
  granted: true,
  address: "192.0.2.1",
  client: "Firefox",
  ...changes,
});

/** What one process gathers and writes down. */
async function record(accesses: readonly Access[], at = now): Promise<void> {
  const gatherer = createGatherer(() => at.getTime());
  for (const each of accesses) gatherer.note(each);
  const batch = gatherer.take();
  if (batch) await recordUse(batch);
}

const daysOf = ({ id }: Share) =>
  db.shareUseDaily.findMany({
    where: { shareId: id },
    orderBy: [{ day: "asc" }, { recipientId: "asc" }],
    select: { day: true, recipientId: true, sessions: true, pages: true, downloads: true, refused: true },
  });
const rowOf = ({ id }: Share) => db.share.findUniqueOrThrow({ where: { id } });
const historyOf = ({ id }: Share, action: string) =>
  db.auditEvent.findMany({ where: { subjectKind: "share", subjectId: String(id), action } });

test("what a session does adds up, in its row and its day", async () => {
  const one = await share();
  const session = await buildSession(one);
  const reads = access(one, { sessionId: session.id });
  await record([{ ...reads, kind: "other" }]);
  expect(await daysOf(one)).toEqual([]);
  await record([reads, reads, { ...reads, kind: "download" }]);
  await record([reads, { ...reads, granted: false }], new Date(now.getTime() + 60_000));
  expect(await daysOf(one)).toEqual([
    { day: today, recipientId: 0, sessions: 1, pages: 3, downloads: 1, refused: 1 },
  ]);
  expect(await db.shareSession.findUnique({ where: { id: session.id } })).toMatchObject({
    pages: 3,
    downloads: 1,
    lastSeenAt: new Date(now.getTime() + 60_000),
  });
});

test("what two processes write at once adds up, first sessions included", async () => {
  const shares = [await share(), await share()];
  const sessions = await Promise.all(shares.map((each) => buildSession(each)));
  const accesses = shares.map((each, n) => access(each, { sessionId: sessions[n]!.id }));
  await Promise.all(
    Array.from({ length: 8 }, (_, n) => record(n % 2 === 0 ? accesses : accesses.toReversed())),
  );
  for (const each of shares) {
    expect(await daysOf(each)).toEqual([
      { day: today, recipientId: 0, sessions: 1, pages: 8, downloads: 0, refused: 0 },
    ]);
    expect(await historyOf(each, "share.first_use")).toHaveLength(1);
  }
});

test("single accesses are kept as they were, whatever a caller sends", async () => {
  const one = await share();
  await record([
    access(one, { path: `/${"a".repeat(3000)}`, address: "unknown", client: `\0${"b".repeat(600)}\ud800` }),
    access(one, { granted: false, address: "2001:db8::1" }),
  ]);
  const rows = await db.shareAccess.findMany({ where: { shareId: one.id }, orderBy: { id: "asc" } });
  expect(rows).toMatchObject([
    { at: now, granted: true, address: null, path: `/${"a".repeat(1999)}`, client: "b".repeat(499) },
    { at: now, granted: false, address: "2001:db8::1", path: "/en/latest/", client: "Firefox" },
  ]);
});

test("the last use moves with any use, every five minutes", async () => {
  const one = await share();
  const session = await buildSession(one);
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const lastUse = async () => (await rowOf(one)).lastUsedAt;
  await record([access(one, { granted: false })]);
  expect(await lastUse()).toBeNull();
  await record([access(one, { sessionId: session.id, kind: "other" })]);
  expect(await lastUse()).toEqual(now);
  await record([access(one)], after(299));
  expect(await lastUse()).toEqual(now);
  await record([access(one)], after(300));
  expect(await lastUse()).toEqual(after(300));
});

test("the first page is the first use: in the history once, and told whoever made the share", async () => {
  const one = await share({ description: "For Contractor" });
  const session = await buildSession(one);
  await record([access(one, { sessionId: session.id, kind: "other" })]);
  expect((await rowOf(one)).firstUsedAt).toBeNull();
  await record([access(one, { sessionId: session.id, path: "/en/latest/guide.html" })]);
  await record([access(one, { sessionId: session.id })]);
  expect((await rowOf(one)).firstUsedAt).toEqual(now);
  expect(await historyOf(one, "share.first_use")).toMatchObject([
    {
      actorLabel: "visitor",
      projectId: project.id,
      subjectLabel: "For Contractor",
      address: "192.0.2.1",
      client: "Firefox",
      changes: { type: "token", path: "/en/latest/guide.html" },
    },
  ]);
  const notices = await db.notice.findMany({
    where: { messageId: "project:share:first-use", subject: `share:${one.id}` },
  });
  expect(notices).toHaveLength(1);
});

test("of the refusals of a day the history gets the first", async () => {
  const one = await share();
  const refused = access(one, { granted: false, path: "/en/other/" });
  await record([refused, refused]);
  await record([{ ...refused, address: "192.0.2.9" }]);
  expect(await historyOf(one, "share.refuse")).toMatchObject([
    { address: "192.0.2.1", changes: { type: "token", path: "/en/other/" } },
  ]);
  expect(await daysOf(one)).toMatchObject([{ refused: 3, sessions: 0 }]);
  await db.share.update({
    where: { id: one.id },
    data: { refusedOn: new Date(today.getTime() - 24 * 3600_000) },
  });
  await record([refused]);
  expect(await historyOf(one, "share.refuse")).toHaveLength(2);
});

test("recipients have days of their own, and a name in the history", async () => {
  const one = await share();
  const recipient = await db.shareRecipient.create({ data: { shareId: one.id, name: "Ann" } });
  await record([access(one, { recipientId: recipient.id }), access(one)]);
  expect(await daysOf(one)).toMatchObject([
    { recipientId: 0, pages: 1 },
    { recipientId: recipient.id, pages: 1 },
  ]);
  const [first] = await historyOf(one, "share.first_use");
  expect(first?.changes).toMatchObject({ recipient: "Ann" });
});

test("what was gathered of a share that is gone keeps nothing else from being written", async () => {
  const [gone, stays] = [await share(), await share()];
  await db.share.delete({ where: { id: gone.id } });
  await record([access(gone), access(stays), access(gone, { granted: false })]);
  expect(await daysOf(stays)).toMatchObject([{ pages: 1 }]);
  expect(await historyOf(gone, "share.refuse")).toEqual([]);
});

test.each([
  ["GET", undefined, { pages: 1 }],
  ["HEAD", undefined, undefined],
  ["GET", "bytes=0-99", { pages: 1 }],
  ["GET", "bytes=100-199", undefined],
  ["GET", "bytes=-5", undefined],
])("%s of the part %s counts as %j", async (method, range, expected) => {
  const one = await share();
  const { id: sessionId } = await buildSession(one);
  const grant = { shareId: one.id, projectId: project.id, recipientId: null, sessionId, covers: () => true };
  const request: DocsRequest = {
    ...{ method, target: "/en/latest/?a=1", host: "docs.localhost", scheme: "http", address: "192.0.2.1" },
    header: (name) => (name === "range" ? range : undefined),
    body: async () => null,
  };
  const version = docsVersion("latest", { privacy: "private" });
  const asked = { project: docsFamily({ docs: { versions: [version] } }).docs!, version };
  const reader = { userId: null, shareGrants: [{ ...grant, projectId: asked.project.id }] };
  noteReading(request, reader, { ...asked, filename: "/", isAside: false }, "page");
  await flushLedger();
  expect((await daysOf(one))[0]).toEqual(expected && expect.objectContaining(expected));
});

test("what was noted is written down within seconds, and nobody waits for it", async () => {
  const one = await share();
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  noteAccess(access(one));
  vi.advanceTimersByTime(3000);
  vi.useRealTimers();
  await vi.waitFor(async () => expect(await daysOf(one)).toMatchObject([{ pages: 1 }]));
});

test("what could not be written down is tried again, and counted once", async () => {
  const one = await share();
  const session = await buildSession(one);
  noteAccess(access(one, { sessionId: session.id }));
  await db.$executeRaw`alter table share_accesses rename to elsewhere`;
  await flushLedger();
  expect(await daysOf(one)).toEqual([]);
  await db.$executeRaw`alter table elsewhere rename to share_accesses`;
  noteAccess(access(one, { sessionId: session.id }));
  await Promise.all([flushLedger(), flushLedger()]);
  expect(await daysOf(one)).toMatchObject([{ pages: 2, sessions: 1 }]);
  expect(await db.shareAccess.count({ where: { shareId: one.id } })).toBe(1);
});
