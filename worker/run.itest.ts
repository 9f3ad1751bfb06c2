import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { command } from "#lib/audit/commands.ts";
import { createBuild } from "#lib/builds/commands.ts";
import { claimBuild } from "#lib/builds/runs/commands.ts";
import { registerWorker } from "#lib/builds/workers/commands.ts";
import { db } from "#lib/platform/db/client.ts";
import { buildProject } from "#test/factories/tenants.ts";
import { type GitServer, startGitServer } from "#test/git-server.ts";
import { createControl } from "#worker/build/control.ts";
import { runBuild } from "#worker/build/run-build.ts";

let server: GitServer;
let workerId: number;
let made = 0;

beforeAll(async () => {
  server = await startGitServer();
  workerId = await registerWorker(1, {});
});
afterAll(() => server.close());

const system = { kind: "system", job: "test" } as const;

async function given(commands: string[], columns: Parameters<typeof buildProject>[0] = {}) {
  made += 1;
  const repository = server.repository(`project-${made}`);
  const config = { version: 2, build: { os: "ubuntu-24.04", commands } };
  repository.commit({ ".readthedocs.yaml": JSON.stringify(config) });
  return { repository, project: await buildProject({ repositoryUrl: repository.url, ...columns }) };
}

async function queue(project: { id: number }): Promise<number> {
  const version = await db.version.findFirstOrThrow({ where: { projectId: project.id, slug: "latest" } });
  return command(system, (c) => createBuild(c, { project, version, trigger: "manual" }));
}

async function run(project: { id: number }, during?: (buildId: number) => void) {
  const buildId = await queue(project);
  const held = await claimBuild(workerId);
  expect(held?.buildId).toBe(buildId);
  during?.(buildId);
  await runBuild(held!, createControl());
  return story(buildId);
}

async function story(buildId: number) {
  const build = await db.build.findUniqueOrThrow({ where: { id: buildId }, include: { notices: true } });
  const commands = await db.buildCommand.findMany({ where: { buildId }, orderBy: { position: "asc" } });
  const events = await db.buildEvent.findMany({ where: { buildId }, orderBy: { sequence: "asc" } });
  const bodies = events.map((event) => event.body as Record<string, unknown>);
  const output = bodies.flatMap((body) => (body.kind === "lines" ? (body.lines as string[]) : []));
  return {
    build,
    commands: commands.map(({ command, exitCode }) => ({ command, exitCode })),
    states: bodies.flatMap((body) => (body.kind === "state" ? [body.state] : [])),
    sequences: events.map((event) => event.sequence),
    last: bodies.at(-1),
    output,
    notices: build.notices.map((notice) => notice.messageId),
  };
}

const page = 'mkdir -p $READTHEDOCS_OUTPUT/html && echo "<p>hello" > $READTHEDOCS_OUTPUT/html/index.html';

describe("a build", () => {
  test("goes from a repository to a served site, step by step", async () => {
    const { repository, project } = await given(["echo one; echo two >&2", page]);
    const { build, commands, states, sequences, last, output } = await run(project);
    expect(build).toMatchObject({ state: "finished", success: true, fileCount: 1, leaseToken: null });
    expect(build.commit).toBe(repository.git("rev-parse", "HEAD"));
    expect(states).toEqual(["triggered", "cloning", "installing", "building", "uploading", "finished"]);
    expect(sequences).toEqual(sequences.map((_, index) => index + 1));
    expect(last).toMatchObject({ kind: "end", state: "finished", success: true });
    expect(commands.slice(-2)).toEqual([
      { command: "echo one; echo two >&2", exitCode: 0 },
      { command: page, exitCode: 0 },
    ]);
    expect(output).toEqual(expect.arrayContaining(["one", "two"]));
    const version = await db.version.findFirstOrThrow({ where: { projectId: project.id } });
    expect(version).toMatchObject({ publishedBuildId: build.id, identifier: "main", type: "branch" });
  });

  test("fails when a command fails, and says which", async () => {
    const { project } = await given(["exit 3", page]);
    const { build, commands, notices, last } = await run(project);
    expect(build).toMatchObject({ state: "finished", success: false });
    expect(notices).toEqual(["build:user:generic"]);
    expect(commands.at(-1)).toEqual({ command: "exit 3", exitCode: 3 });
    expect(last).toMatchObject({ kind: "end", success: false });
  });
});
