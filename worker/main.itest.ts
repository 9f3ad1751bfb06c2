import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { command } from "#lib/audit/commands.ts";
import { cancelOpenBuilds } from "#lib/builds/commands.ts";
import { db } from "#lib/platform/db/client.ts";
import { buildableProject, buildStory, configWith, onePage, queueBuild } from "#test/factories/builds.ts";
import { type GitServer, startGitServer } from "#test/git-server.ts";

let server: GitServer;
const workers = new Set<ChildProcess>();

beforeAll(async () => {
  server = await startGitServer();
});
afterEach(async () => {
  await Promise.all([...workers].map((worker) => end(worker, "SIGKILL")));
});
afterAll(() => server.close());

async function startWorker(slots = 1): Promise<ChildProcess> {
  const worker = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "worker/main.ts"], {
    env: { ...process.env, WORKER_SLOTS: String(slots), LOG_LEVEL: "info" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  workers.add(worker);
  await new Promise<void>((resolve, reject) => {
    worker.stdout?.on("data", (chunk: Buffer) => chunk.includes("worker ready") && resolve());
    worker.once("exit", (code) => reject(new Error(`the worker ended with ${code}`)));
  });
  return worker;
}

async function end(worker: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  workers.delete(worker);
  if (worker.exitCode !== null || worker.signalCode !== null) return worker.exitCode;
  const code = new Promise<number | null>((resolve) => worker.once("exit", resolve));
  worker.kill(signal);
  return code;
}

async function until(buildId: number, state: string | RegExp, seconds = 30): Promise<void> {
  await expect
    .poll(async () => (await db.build.findUniqueOrThrow({ where: { id: buildId } })).state, {
      timeout: seconds * 1_000,
      interval: 50,
    })
    .toMatch(state);
}

const final = /finished|cancelled/;
const site = (project: { id: number }) =>
  db.version
    .findFirstOrThrow({ where: { projectId: project.id, slug: "latest" } })
    .then((version) => version.publishedBuildId);

const asleep = (seconds: number): boolean =>
  readdirSync("/proc").some((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, "utf8") === `sleep\0${seconds}\0`;
    } catch {
      return false;
    }
  });

describe("workers", () => {
  test("start waiting builds, and two never run the same one or one version twice", async () => {
    await Promise.all([startWorker(2), startWorker(2)]);
    const projects = await Promise.all(
      Array.from({ length: 5 }, () => buildableProject(server, ["sleep 0.3", onePage])),
    );
    const builds: number[] = [];
    for (const { project } of projects) builds.push(await queueBuild(project));
    const again = projects[0]!.project;
    await until(builds[0]!, /cloning|building|installing|finished/);
    const second = await queueBuild(again);
    for (const id of [...builds, second]) await until(id, final, 50);
    for (const id of [...builds.slice(1), second])
      expect(await buildStory(id)).toMatchObject({ notices: [], build: { attempt: 1, success: true } });
    const runs = await db.build.findMany({ where: { projectId: again.id }, orderBy: { id: "asc" } });
    expect(runs[1]!.startedAt!.getTime()).toBeGreaterThanOrEqual(runs[0]!.finishedAt!.getTime());
    expect(await site(again)).toBe(second);
  });

  test("a cancelled build stops, with everything it started", async () => {
    await startWorker();
    const { project } = await buildableProject(server, ["sleep 331"]);
    const id = await queueBuild(project);
    await expect.poll(() => asleep(331), { timeout: 20_000 }).toBe(true);
    await command({ kind: "system", job: "test" }, async (c) => {
      await cancelOpenBuilds(c, { id }, { reason: "person" });
      await c.record({ action: "build.cancel", subjectKind: "build", subjectId: id, subjectLabel: "" });
    });
    await until(id, final);
    expect(asleep(331)).toBe(false);
    expect(await buildStory(id)).toMatchObject({
      notices: ["build:user:cancelled"],
      build: { state: "cancelled", success: false },
    });
  });

  test("a killed worker's build is done by another one, and nothing of it goes on", {
    timeout: 90_000,
  }, async () => {
    const { repository, project } = await buildableProject(server, [onePage]);
    const first = await startWorker();
    const good = await queueBuild(project);
    await until(good, final);
    repository.commit({ ".readthedocs.yaml": configWith(["sleep 12.332", onePage]) });
    const lost = await queueBuild(project);
    const sleeping = () => asleep(12.332);
    await expect.poll(sleeping, { timeout: 20_000 }).toBe(true);
    await end(first, "SIGKILL");
    await expect.poll(sleeping, { timeout: 10_000 }).toBe(false);
    expect(await site(project)).toBe(good);
    await startWorker();
    await until(lost, final, 60);
    const { build, states } = await buildStory(lost);
    expect(build).toMatchObject({ success: true, attempt: 2 });
    expect(states).toEqual(["triggered", "cloning", "installing", "building", "uploading", "finished"]);
    expect(await site(project)).toBe(lost);
  });

  test("a build whose workers are killed twice fails with a reason, and the old site stays", {
    timeout: 120_000,
  }, async () => {
    const { repository, project } = await buildableProject(server, [onePage]);
    let worker = await startWorker();
    const good = await queueBuild(project);
    await until(good, final);
    repository.commit({ ".readthedocs.yaml": configWith(["sleep 333", onePage]) });
    const lost = await queueBuild(project);
    for (const _ of [1, 2]) {
      await expect.poll(() => asleep(333), { timeout: 40_000 }).toBe(true);
      await end(worker, "SIGKILL");
      await expect.poll(() => asleep(333), { timeout: 15_000 }).toBe(false);
      worker = await startWorker();
    }
    await until(lost, final, 40);
    expect(await buildStory(lost)).toMatchObject({
      notices: ["build:app:terminated-due-inactivity"],
      build: { state: "finished", success: false, attempt: 2 },
      last: { kind: "end", success: false },
    });
    expect(await site(project)).toBe(good);
  });

  test("one that is asked to stop finishes what is nearly done and hands the rest back", {
    timeout: 90_000,
  }, async () => {
    const worker = await startWorker(2);
    const [short, long] = await Promise.all([
      buildableProject(server, ["sleep 3.334", onePage]),
      buildableProject(server, ["sleep 335"]),
    ]);
    // One after the other: the short one must still run when the worker is asked, however slowly the long one begins.
    const rest = await queueBuild(long.project);
    await expect.poll(() => asleep(335), { timeout: 20_000 }).toBe(true);
    const nearly = await queueBuild(short.project);
    await expect.poll(() => asleep(3.334), { timeout: 20_000 }).toBe(true);
    expect(await end(worker, "SIGTERM")).toBe(0);
    expect(asleep(335)).toBe(false);
    expect((await buildStory(nearly)).build).toMatchObject({ state: "finished", success: true });
    expect((await buildStory(rest)).build).toMatchObject({
      state: "triggered",
      attempt: 0,
      leaseToken: null,
    });
    await delay(100);
  });
});
