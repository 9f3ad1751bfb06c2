import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { command } from "#lib/audit/commands.ts";
import { cancelOpenBuilds, createBuild } from "#lib/builds/commands.ts";
import { claimBuild, endBuild } from "#lib/builds/runs/commands.ts";
import { registerWorker } from "#lib/builds/workers/commands.ts";
import { db } from "#lib/platform/db/client.ts";
import { listen } from "#lib/platform/db/listen.ts";
import { buildStory, queueBuild } from "#test/factories/builds.ts";
import {
  buildBuild,
  buildOrganization,
  buildPerson,
  buildProject,
  buildVersion,
} from "#test/factories/tenants.ts";

const system = { kind: "system", job: "test" } as const;
const notice = "build:user:concurrency-limit-reached";
const lease = {
  leaseToken: "00000000-0000-4000-8000-000000000000",
  leaseUntil: new Date(Date.now() + 3_600_000),
};
type Id = { id: number };
let workerId: number;

beforeAll(async () => {
  workerId = await registerWorker(1, {});
});
afterEach(async () => {
  await db.build.updateMany({
    where: { state: { notIn: ["finished", "cancelled"] } },
    data: { state: "finished", success: true, leaseToken: null, leaseUntil: null },
  });
});

/** A build that some other worker runs. */
const running = async (project: Id): Promise<Id> =>
  buildBuild(project, await buildVersion(project), { state: "building", ...lease });

/** A waiting build of a version of its own. */
const queued = async (project: Id): Promise<number> => {
  const version = await db.version.findUniqueOrThrow({ where: { id: (await buildVersion(project)).id } });
  return command(system, (c) => createBuild(c, { project, version, trigger: "manual" }));
};

const claim = async (): Promise<number | null> => (await claimBuild(workerId))?.buildId ?? null;

describe("how many builds run at once", () => {
  type Given = { own?: number; organization?: number; elsewhere?: number };
  test.each<[string, Given, number, boolean]>([
    ["the server's number, below it", {}, 3, true],
    ["the server's number, at it", {}, 4, false],
    ["the server's number, above it", {}, 5, false],
    ["the organization's number beats the server's", { organization: 6 }, 5, true],
    ["the organization's number, at it", { organization: 6 }, 6, false],
    ["the project's number beats both, upward", { own: 9, organization: 2 }, 8, true],
    ["the project's number beats both, downward", { own: 1, organization: 6 }, 1, false],
    ["all projects of the organization count", { own: 3, elsewhere: 2 }, 1, false],
    ["all projects of the organization count, below it", { own: 4, elsewhere: 2 }, 1, true],
  ])("[builds F6] %s", async (_, given, mine, starts) => {
    const organization = await buildOrganization(await buildPerson());
    await db.organization.update({
      where: { id: organization.id },
      data: { maxConcurrentBuilds: given.organization ?? null },
    });
    const project = await buildProject({ organization, maxConcurrentBuilds: given.own ?? null });
    const other = await buildProject({ organization });
    for (let n = 0; n < mine; n += 1) await running(project);
    for (let n = 0; n < (given.elsewhere ?? 0); n += 1) await running(other);
    const id = await queued(project);
    expect(await claim()).toBe(starts ? id : null);
  });

  test("[builds F6] translations count with their main language and with each other, nobody else's does", async () => {
    const main = await buildProject({ maxConcurrentBuilds: 2 });
    const german = await buildProject({ translationOfId: main.id, language: "de", maxConcurrentBuilds: 2 });
    const french = await buildProject({ translationOfId: main.id, language: "fr", maxConcurrentBuilds: 2 });
    const stranger = await buildProject({ maxConcurrentBuilds: 2 });
    await running(german);
    await running(stranger);
    const first = await queued(french);
    expect(await claim()).toBe(first);
    const [ofMain, ofGerman] = [await queued(main), await queued(german)];
    expect(await claim()).toBeNull();
    await db.project.updateMany({
      where: { id: { in: [main.id, german.id] } },
      data: { maxConcurrentBuilds: 4 },
    });
    expect([await claim(), await claim()]).toEqual([ofMain, ofGerman]);
  });

  test("workers that look at the same moment do not exceed it together", async () => {
    const project = await buildProject({ maxConcurrentBuilds: 3 });
    for (let n = 0; n < 8; n += 1) await queued(project);
    const claimed = await Promise.all(Array.from({ length: 8 }, claim));
    expect(claimed.filter((id) => id !== null)).toHaveLength(3);
    expect(new Set(claimed.filter((id) => id !== null)).size).toBe(3);
  });
});

describe("a build beyond the limit", () => {
  test("[builds F5] says so at once, cancels the older build of its version all the same, and starts when another ends", async () => {
    const project = await buildProject({ maxConcurrentBuilds: 1 });
    const before = await buildBuild(
      project,
      await db.version.findFirstOrThrow({ where: { projectId: project.id, slug: "latest" } }),
      { state: "building", ...lease },
    );
    const id = await queueBuild(project);
    expect(await db.cancellation.findUnique({ where: { buildId: before.id } })).toMatchObject({
      reason: "newer_build",
      newerBuildId: id,
    });
    const waiting = await buildStory(id);
    expect(waiting.build).toMatchObject({ state: "triggered", waitReason: "concurrency" });
    expect(waiting.build.notices).toMatchObject([
      { messageId: notice, state: "unread", values: { limit: 1 } },
    ]);
    expect(waiting.last).toMatchObject({ kind: "notice", message_id: notice, level: "info" });
    expect(waiting.sequences).toEqual([1, 2]);
    expect(await claim()).toBeNull();

    let woken = 0;
    const stop = await listen("build_queued", () => (woken += 1));
    const held = { buildId: before.id, token: lease.leaseToken, attempt: 0 };
    await endBuild(held, { kind: "cancelled", notice: "build:user:cancelled" });
    await expect.poll(() => woken).toBe(1);
    await stop();
    expect(await claim()).toBe(id);
    const started = await buildStory(id);
    expect(started.build).toMatchObject({ state: "cloning", waitReason: null });
    expect(started.notices).toEqual([]);
    expect(started.states).toEqual(["triggered", "cloning"]);
  });

  test("waits for as long as it takes", async () => {
    const project = await buildProject({ maxConcurrentBuilds: 1 });
    await running(project);
    const id = await queued(project);
    await db.build.update({ where: { id }, data: { created: new Date(Date.now() - 30 * 86_400_000) } });
    for (let n = 0; n < 30; n += 1) expect(await claim()).toBeNull();
    expect((await buildStory(id)).build).toMatchObject({ state: "triggered", waitReason: "concurrency" });
    expect((await buildStory(id)).notices).toEqual([notice]);
  });

  test("is told when a build claimed before it takes the last place", async () => {
    const project = await buildProject({ maxConcurrentBuilds: 1 });
    const [first, second] = [await queued(project), await queued(project)];
    expect((await buildStory(second)).notices).toEqual([]);
    expect(await claim()).toBe(first);
    expect((await buildStory(second)).notices).toEqual([notice]);
    expect((await buildStory(first)).notices).toEqual([]);
  });

  test("keeps nothing of its waiting when it is cancelled", async () => {
    const project = await buildProject({ maxConcurrentBuilds: 1 });
    await running(project);
    const id = await queued(project);
    await command(system, async (c) => {
      await cancelOpenBuilds(c, { id }, { reason: "person" });
      await c.record({ action: "build.cancel", subjectKind: "build", subjectId: id, subjectLabel: "" });
    });
    const { build, notices } = await buildStory(id);
    expect(build).toMatchObject({ state: "cancelled", waitReason: null });
    expect(notices).toEqual(["build:user:cancelled"]);
  });
});

describe("whose build is next", () => {
  test("a group at its limit keeps nobody waiting, and of the others the one that runs least goes first", async () => {
    const [busy, idle, full] = [
      await buildProject(),
      await buildProject(),
      await buildProject({ maxConcurrentBuilds: 1 }),
    ];
    await running(full);
    await running(busy);
    const last = await queued(full);
    const [third, fourth] = [await queued(busy), await queued(busy)];
    const [first, second] = [await queued(idle), await queued(idle)];
    const order = [await claim(), await claim(), await claim(), await claim(), await claim()];
    expect(order).toEqual([first, third, second, fourth, null]);
    expect((await buildStory(last)).build.state).toBe("triggered");
  });

  test("more urgent ones before older ones", async () => {
    const project = await buildProject();
    const [old, urgent] = [await queued(project), await queued(project)];
    await db.build.update({ where: { id: urgent }, data: { priority: 5 } });
    expect([await claim(), await claim()]).toEqual([urgent, old]);
  });

  test("a build starts after the one before it has ended, by the clock too, though its claim began earlier", async () => {
    const project = await buildProject();
    const first = await queueBuild(project);
    const held = await claimBuild(workerId);
    const second = await queueBuild(project);
    let claiming: Promise<number | null> | undefined;
    await db.$transaction(async (tx) => {
      // The lock of claims, so that the claim has begun and waits.
      await tx.$executeRaw`select pg_advisory_xact_lock(5271906)`;
      claiming = claim();
      await expect
        .poll(() => db.$queryRaw`select pid from pg_locks where locktype = 'advisory' and not granted`)
        .toHaveLength(1);
      await endBuild(held!, { kind: "cancelled", notice: "build:user:cancelled" });
    });
    expect(await claiming).toBe(second);
    const [ended, started] = [(await buildStory(first)).build, (await buildStory(second)).build];
    expect(started.startedAt!.getTime()).toBeGreaterThanOrEqual(ended.finishedAt!.getTime());
  });

  test("counting what runs takes an index of running builds", async () => {
    const plan = await db.$transaction(async (tx) => {
      await tx.$executeRaw`set local enable_seqscan = off`;
      return tx.$queryRaw<{ "QUERY PLAN": string }[]>`
        explain select count(*) from builds
        where state in ('cloning'::build_state, 'installing'::build_state, 'building'::build_state, 'uploading'::build_state)`;
    });
    expect(plan.map((row) => row["QUERY PLAN"]).join("\n")).toMatch(
      /builds_(lease_until_idx|running_version_key)/,
    );
  });
});
