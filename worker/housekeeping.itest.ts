import { afterAll, expect, test, vi } from "vitest";
import { removeOldCodes } from "#lib/accounts/commands.ts";
import { cleanAccounts } from "#lib/accounts/jobs.ts";
import { removeOldSessions } from "#lib/accounts/sessions/commands.ts";
import { db, transaction } from "#lib/platform/db/client.ts";
import { cleanIdempotency } from "#lib/platform/idempotency/jobs.ts";
import { enqueue, startQueue, stopQueue } from "#lib/platform/jobs/queue.ts";
import { cleanCounters } from "#lib/platform/rate/jobs.ts";
import { buildUser } from "#test/factories/accounts.ts";
import { buildProject } from "#test/factories/tenants.ts";
import { keepHouse } from "#worker/housekeeping.ts";

afterAll(stopQueue);

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);
const bytes = (n: number) => new Uint8Array([n]);

test("sessions and docs sessions stay for thirty days after their end, open ones for as long as they live", async () => {
  const user = await buildUser();
  const project = await buildProject({ slug: "kept" });
  const sessions = [
    { client: "open", expiresAt: daysAgo(-1), endedAt: null },
    { client: "ended lately", expiresAt: daysAgo(-1), endedAt: daysAgo(29) },
    { client: "ended long ago", expiresAt: daysAgo(-1), endedAt: daysAgo(31) },
    { client: "ran out lately", expiresAt: daysAgo(29), endedAt: null },
    { client: "ran out long ago", expiresAt: daysAgo(31), endedAt: null },
  ];
  for (const [n, given] of sessions.entries()) {
    const session = await db.session.create({ data: { userId: user.id, publicHash: bytes(n), ...given } });
    const reader = { sessionId: session.id, userId: user.id, projectId: project.id };
    const docs = { open: "open", "ran out lately": "ran out lately" }[given.client];
    if (docs !== undefined)
      await db.docsSession.createMany({
        data: [
          { ...reader, host: docs, expiresAt: daysAgo(-1) },
          { ...reader, host: "old", expiresAt: daysAgo(31) },
          { ...reader, host: "old", expiresAt: daysAgo(-1), endedAt: daysAgo(31) },
        ],
      });
  }
  expect(await removeOldSessions()).toBe(6);
  const left = await db.session.findMany({ orderBy: { client: "asc" }, select: { client: true } });
  expect(left.map(({ client }) => client)).toEqual(["ended lately", "open", "ran out lately"]);
  const readers = await db.docsSession.findMany({ orderBy: { host: "asc" }, select: { host: true } });
  expect(readers.map(({ host }) => host)).toEqual(["open", "ran out lately"]);
});

test("codes stay for a day after they ran out", async () => {
  const user = await buildUser();
  const code = { purpose: "verify_email" as const, userId: user.id };
  await db.oneTimeCode.createMany({
    data: [
      { ...code, codeHash: bytes(1), expiresAt: daysAgo(-1) },
      { ...code, codeHash: bytes(2), expiresAt: daysAgo(0.9) },
      { ...code, codeHash: bytes(3), expiresAt: daysAgo(1.1) },
      { ...code, codeHash: bytes(4), expiresAt: daysAgo(1.1), usedAt: daysAgo(2) },
    ],
  });
  expect(await removeOldCodes()).toBe(2);
  const left = await db.oneTimeCode.findMany({ orderBy: { expiresAt: "asc" }, select: { codeHash: true } });
  expect(left.map(({ codeHash }) => [...codeHash])).toEqual([[2], [1]]);
});

test("the clean-ups are scheduled, and their jobs do them", async () => {
  const user = await buildUser();
  await db.oneTimeCode.create({
    data: { purpose: "verify_email", userId: user.id, codeHash: bytes(9), expiresAt: daysAgo(2) },
  });
  await db.rateCounter.create({ data: { bucket: "old/60", windowStart: daysAgo(2) } });
  await db.idempotencyRecord.create({
    data: {
      actor: `user:${user.id}`,
      key: "old",
      method: "POST",
      path: "/",
      requestHash: bytes(1),
      claim: "00000000-0000-4000-8000-000000000001",
      leaseUntil: daysAgo(2),
      created: daysAgo(2),
      expiresAt: daysAgo(1),
    },
  });
  await startQueue();
  await keepHouse();
  const rows = await db.$queryRaw<{ name: string; cron: string }[]>`
    select name, cron from pgboss.schedule order by name`;
  expect(rows).toEqual([
    { name: "account.clean", cron: "23 3 * * *" },
    { name: "build.archive-logs", cron: "*/15 * * * *" },
    { name: "build.clean", cron: "22 * * * *" },
    { name: "build.clean-caches", cron: "50 2 * * *" },
    { name: "build.clean-configs", cron: "30 2 * * *" },
    { name: "cdn.clean", cron: "20 3 * * *" },
    { name: "file.collect", cron: "40 4 * * *" },
    { name: "idempotency.clean", cron: "37 * * * *" },
    { name: "project.purge", cron: "10 4 * * *" },
    { name: "rate.clean", cron: "7 * * * *" },
    { name: "share.clean", cron: "15 3 * * *" },
    { name: "share.clean-accesses", cron: "10 3 * * *" },
    { name: "share.remind_of_ends", cron: "3 * * * *" },
    { name: "share.wipe-secrets", cron: "40 3 * * *" },
  ]);
  await transaction((tx) => enqueue(tx, cleanAccounts, {}));
  await transaction((tx) => enqueue(tx, cleanCounters, {}));
  await transaction((tx) => enqueue(tx, cleanIdempotency, {}));
  await vi.waitFor(
    async () => {
      expect(await db.oneTimeCode.count({ where: { codeHash: bytes(9) } })).toBe(0);
      expect(await db.rateCounter.count()).toBe(0);
      expect(await db.idempotencyRecord.count()).toBe(0);
    },
    { timeout: 15_000 },
  );
});
