import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { command } from "#lib/audit/commands.ts";
import { cancelOpenBuilds } from "#lib/builds/commands.ts";
import type { BuildConfig } from "#lib/builds/config/schema.ts";
import { appendLines, endCommand, isLeaseLost, startCommand } from "#lib/builds/log/commands.ts";
import { getDefaultVersion } from "#lib/builds/queries.ts";
import {
  attachNotice,
  type ClaimedBuild,
  claimBuild,
  endBuild,
  heartbeat,
  rememberConfig,
  sweepLostBuilds,
} from "#lib/builds/runs/commands.ts";
import { getWorkOrder } from "#lib/builds/runs/queries.ts";
import { registerWorker } from "#lib/builds/workers/commands.ts";
import { db } from "#lib/platform/db/client.ts";
import { env } from "#lib/platform/env.ts";
import { seal } from "#lib/platform/secrets/sealing.ts";
import { buildStory, queueBuild } from "#test/factories/builds.ts";
import { buildBuild, buildPerson, buildProject, buildVersion } from "#test/factories/tenants.ts";

const foreign = "00000000-0000-4000-8000-000000000000";
let workerId: number;
let project: { id: number; slug: string };

beforeAll(async () => {
  workerId = await registerWorker(1, {});
});
beforeEach(async () => {
  project = await buildProject();
});
afterEach(async () => {
  await db.build.updateMany({
    where: { state: { notIn: ["finished", "cancelled"] } },
    data: { state: "finished", success: true, leaseToken: null, leaseUntil: null },
  });
});

async function start(): Promise<ClaimedBuild> {
  await queueBuild(project);
  const held = await claimBuild(workerId);
  return held!;
}

async function cancel(id: number, reason: "person" | "deactivated"): Promise<void> {
  const person = await buildPerson();
  await command(person.actor, async (c) => {
    await cancelOpenBuilds(c, { id }, { reason });
    await c.record({ action: "build.cancel", subjectKind: "build", subjectId: id, subjectLabel: "" });
  });
}

const expireLeases = () =>
  db.build.updateMany({ where: { leaseToken: { not: null } }, data: { leaseUntil: new Date(0) } });
const bodyOf = (story: Awaited<ReturnType<typeof buildStory>>, messageId: string) =>
  story.build.notices.find((notice) => notice.messageId === messageId)?.values;

describe("a hold on a build", () => {
  test("[builds H1] is renewed by its holder", async () => {
    const held = await start();
    await expireLeases();
    expect(await heartbeat(held)).toEqual({ cancelled: false });
    const { leaseUntil } = await db.build.findUniqueOrThrow({ where: { id: held.buildId } });
    expect(leaseUntil!.getTime()).toBeGreaterThan(Date.now());
  });

  test("[builds H1] another's, and one of an ended build, are refused", async () => {
    const held = await start();
    await expect(heartbeat({ ...held, token: foreign })).rejects.toSatisfy(isLeaseLost);
    await endBuild(held, { kind: "failed", notice: "build:user:time-out", values: { seconds: 1 } });
    await expect(heartbeat(held)).rejects.toSatisfy(isLeaseLost);
  });

  test("[builds H5] nothing is written by who does not hold it, and a command is written once", async () => {
    const held = await start();
    const stranger = { ...held, token: foreign };
    const given = { position: 1, step: "building", command: "make" } as const;
    await expect(startCommand(stranger, given)).rejects.toSatisfy(isLeaseLost);
    expect(await db.buildCommand.count({ where: { buildId: held.buildId } })).toBe(0);
    const made = await startCommand(held, given);
    await expect(startCommand(held, given)).rejects.toThrow();
    await expect(appendLines(stranger, made, 1, ["x"])).rejects.toSatisfy(isLeaseLost);
    await expect(endCommand(stranger, made, { exitCode: 0, lineCount: 1 })).rejects.toSatisfy(isLeaseLost);
    const { commands, output, sequences } = await buildStory(held.buildId);
    expect(commands).toEqual([{ command: "make", exitCode: null }]);
    expect(output).toEqual([]);
    expect(sequences).toEqual([1, 2, 3]);
  });
});

describe("an attempt", () => {
  test("[builds H2] a second one starts with an empty log and no notices", async () => {
    const held = await start();
    await attachNotice(held, "build:user:time-out", { seconds: 1 });
    const made = await startCommand(held, { position: 1, step: "building", command: "make" });
    await appendLines(held, made, 1, ["lost"]);
    await expireLeases();
    expect(await sweepLostBuilds()).toEqual([held.buildId]);
    const again = await buildStory(held.buildId);
    expect(again).toMatchObject({ commands: [], output: [], notices: [], states: ["triggered"] });
    expect(again.build).toMatchObject({
      state: "triggered",
      success: null,
      seconds: null,
      startedAt: null,
      workerId: null,
      waitReason: "worker_lost",
    });
    const second = await claimBuild(workerId);
    expect(second).toMatchObject({ buildId: held.buildId, attempt: 2 });
    await expect(heartbeat(held)).rejects.toSatisfy(isLeaseLost);
  });
});

describe("the end of a build", () => {
  test("[builds D7] that failed: the reason, its time, and nobody holds it any more", async () => {
    const held = await start();
    await db.build.update({
      where: { id: held.buildId },
      data: { startedAt: new Date(Date.now() - 42_000) },
    });
    await endBuild(held, {
      kind: "failed",
      notice: "build:user:generic",
      values: { command: "x", exit_code: 3 },
    });
    const story = await buildStory(held.buildId);
    expect(story.build).toMatchObject({
      state: "finished",
      success: false,
      leaseToken: null,
      leaseUntil: null,
    });
    expect(story.build.seconds).toBeGreaterThanOrEqual(42);
    expect(bodyOf(story, "build:user:generic")).toEqual({ command: "x", exit_code: 3 });
    expect(story.last).toMatchObject({ kind: "end", state: "finished", success: false });
  });

  test("[builds D8] that was cancelled while it ran: by somebody, and no mail", async () => {
    const held = await start();
    await cancel(held.buildId, "person");
    expect(await heartbeat(held)).toEqual({ cancelled: true });
    await endBuild(held, { kind: "cancelled", notice: "build:user:cancelled" });
    const story = await buildStory(held.buildId);
    expect(story.build).toMatchObject({ state: "cancelled", success: false });
    expect(bodyOf(story, "build:user:cancelled")).toEqual({ reason: "Somebody cancelled it." });
    const jobs = await db.$queryRaw<{ name: string }[]>`select distinct name from pgboss.job order by name`;
    expect(jobs.map(({ name }) => name)).toEqual(["build.run"]);
    expect(await readdir(join(env.DATA_DIR, "mail")).catch(() => [])).toEqual([]);
  });

  test("[builds D8] that was cancelled for what happened elsewhere: by what", async () => {
    const first = await start();
    const next = await queueBuild(project);
    await endBuild(first, { kind: "cancelled", notice: "build:user:cancelled" });
    expect(bodyOf(await buildStory(first.buildId), "build:user:cancelled")).toEqual({
      reason: `Build ${next} of the same version took its place.`,
    });
    await cancel(next, "deactivated");
    expect(bodyOf(await buildStory(next), "build:user:cancelled")).toEqual({
      reason: "The version was deactivated.",
    });
  });

  test("comes once: whoever is second changes nothing", async () => {
    const held = await start();
    const cancelled = { kind: "cancelled", notice: "build:user:cancelled" } as const;
    const failed = { kind: "failed", notice: "build:user:time-out" } as const;
    await cancel(held.buildId, "person");
    const ends = await Promise.allSettled([
      endBuild(held, cancelled),
      endBuild(held, failed),
      sweepLostBuilds(),
    ]);
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    const { notices, states } = await buildStory(held.buildId);
    expect(notices).toHaveLength(1);
    expect(states.filter((state) => state === "finished" || state === "cancelled")).toHaveLength(1);
  });

  test("of a lost build somebody had cancelled is the cancellation", async () => {
    const held = await start();
    await cancel(held.buildId, "person");
    await expireLeases();
    await sweepLostBuilds();
    expect((await buildStory(held.buildId)).build).toMatchObject({ state: "cancelled", success: false });
  });
});

test("[builds F4] a new build cancels the running one of its version; ended ones and other versions' go on", async () => {
  const ended = await buildBuild(
    project,
    await db.version.findFirstOrThrow({ where: { projectId: project.id } }),
    { state: "finished", success: true },
  );
  const elsewhere = await buildBuild(project, await buildVersion(project), {
    state: "building",
    leaseToken: foreign,
    leaseUntil: new Date(Date.now() + 60_000),
  });
  const running = await start();
  const next = await queueBuild(project);
  const cancellations = await db.cancellation.findMany({ where: { build: { projectId: project.id } } });
  expect(cancellations).toMatchObject([
    { buildId: running.buildId, reason: "newer_build", newerBuildId: next },
  ]);
  expect((await buildStory(ended.id)).build).toMatchObject({ state: "finished", success: true });
  expect((await buildStory(elsewhere.id)).build).toMatchObject({ state: "building" });
});

test("[builds H10] the same notice again is one, and unread again", async () => {
  const held = await start();
  await attachNotice(held, "build:user:time-out", { seconds: 1 });
  await db.notice.updateMany({ where: { buildId: held.buildId }, data: { state: "read" } });
  await attachNotice(held, "build:user:time-out", { seconds: 2 });
  expect(await db.notice.findMany({ where: { buildId: held.buildId } })).toMatchObject([
    { messageId: "build:user:time-out", state: "unread", values: { seconds: 2 } },
  ]);
});

describe("a work order", () => {
  const names = async (held: ClaimedBuild) =>
    (await getWorkOrder(held)).variables.map(({ name, value, public: open }) => [name, value, open]);

  beforeEach(async () => {
    for (const [name, open] of [
      ["OPEN", true],
      ["SECRET", false],
    ] as const)
      await db.environmentVariable.create({
        data: {
          projectId: project.id,
          name,
          valueSealed: seal(`${name} value`),
          valueBytes: 12,
          public: open,
        },
      });
  });

  test("[builds H11] holds the variables, readable, and says which are public", async () => {
    expect(await names(await start())).toEqual([
      ["OPEN", "OPEN value", true],
      ["SECRET", "SECRET value", false],
    ]);
  });

  test("[builds H11] of a pull request holds only the public ones", async () => {
    const pull = await buildVersion(project, { type: "external", pullNumber: 4 });
    const { id } = await buildBuild(project, pull, { state: "triggered" });
    const held = await claimBuild(workerId);
    expect(held?.buildId).toBe(id);
    expect(await names(held!)).toEqual([["OPEN", "OPEN value", true]]);
  });
});

describe("the configuration of a build", () => {
  const keep = (held: ClaimedBuild, doctype: string) =>
    rememberConfig(held, { config: { doctype } as unknown as BuildConfig, path: null, isolation: "none" });
  const configOf = async (held: ClaimedBuild) =>
    (await db.build.findUniqueOrThrow({ where: { id: held.buildId } })).configId;

  test("[builds G1] [builds G2] is stored once however many have it, another one beside it", async () => {
    const first = await start();
    expect(await configOf(first)).toBeNull();
    await keep(first, "sphinx");
    const id = await configOf(first);
    await keep(first, "sphinx");
    expect(await configOf(first)).toBe(id);
    await endBuild(first, { kind: "failed", notice: "build:user:time-out" });
    const second = await start();
    await keep(second, "sphinx");
    expect(await configOf(second)).toBe(id);
    await keep(second, "mkdocs");
    expect(await configOf(second)).not.toBe(id);
    expect(await configOf(first)).toBe(id);
    expect(await db.buildConfig.count()).toBe(2);
  });

  test("[builds G1] of a build that is no longer held is not stored with it", async () => {
    const held = await start();
    await expect(keep({ ...held, token: foreign }, "generic")).rejects.toSatisfy(isLeaseLost);
    expect(await configOf(held)).toBeNull();
  });
});

describe("which version is built when none is named", () => {
  test.each<[string, string, { stable?: boolean; latest?: boolean }, string | null]>([
    ["the default version", "stable", { stable: true, latest: true }, "stable"],
    ["latest when the default version is inactive", "stable", { stable: false, latest: true }, "latest"],
    ["latest when there is no such version", "v9", { stable: true, latest: true }, "latest"],
    ["latest even when it is inactive", "latest", { latest: false }, "latest"],
    ["none without latest", "v9", { stable: true }, null],
  ])("[builds F1] %s", async (_, defaultVersion, active, expected) => {
    await db.version.deleteMany({ where: { projectId: project.id } });
    for (const [slug, on] of Object.entries(active)) await buildVersion(project, { slug, active: on });
    const found = getDefaultVersion(db, { id: project.id, defaultVersion }).then(
      (version) => version.slug,
      () => null,
    );
    expect(await found).toBe(expected);
  });

  test("[builds F1] never a pull request, whatever its slug", async () => {
    await buildVersion(project, { slug: "7", type: "external", pullNumber: 7 });
    expect(await getDefaultVersion(db, { id: project.id, defaultVersion: "7" })).toMatchObject({
      slug: "latest",
    });
  });
});
