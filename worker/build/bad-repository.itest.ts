import { createServer, type Server } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { noticeText } from "#lib/builds/notices/rules.ts";
import { db } from "#lib/platform/db/client.ts";
import { runBuildOf } from "#test/factories/build-runs.ts";
import { buildableProject, configWith, onePage } from "#test/factories/builds.ts";
import { type GitServer, startGitServer } from "#test/git-server.ts";

let server: GitServer;

beforeAll(async () => {
  server = await startGitServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.protect(null);
  server.fail(0);
});

/** The one notice a build ended with, as its people read it. */
async function ending(project: { id: number }): Promise<{ id: string; body: string; seconds: number }> {
  const { build } = await runBuildOf(project);
  expect(build).toMatchObject({ state: "finished", success: false, leaseToken: null });
  expect(build.notices).toHaveLength(1);
  const { messageId, values } = build.notices[0]!;
  const { body } = noticeText(messageId, values as Record<string, string>);
  return { id: messageId, body, seconds: build.seconds ?? 0 };
}

describe("a repository that cannot be fetched ends its build with what to do about it", () => {
  test("one that asks for credentials", async () => {
    const { project } = await buildableProject(server, [onePage]);
    server.protect({ username: "ada", password: "secret" });
    const { id, body, seconds } = await ending(project);
    expect(id).toBe("project:repository:public-clone-error");
    expect(body).toMatch(/asks for credentials.*give the project a token/);
    expect(seconds).toBeLessThan(30);
  });

  test("one whose host does not exist", async () => {
    const { project } = await buildableProject(server, [], { repositoryUrl: "https://nothing.invalid/x" });
    const { id, body } = await ending(project);
    expect(id).toBe("project:repository:public-clone-error");
    expect(body).toMatch(/host nothing\.invalid could not be found/);
  });

  test("one whose host refuses connections", async () => {
    const { project } = await buildableProject(server, [], { repositoryUrl: "http://127.0.0.1:9/x.git" });
    const { id, body, seconds } = await ending(project);
    expect(id).toBe("project:repository:public-clone-error");
    expect(body).toMatch(/127\.0\.0\.1/);
    expect(seconds).toBeLessThan(30);
  });

  test("one whose host accepts and then says nothing, within a minute", async () => {
    const silent = await listening();
    const { port } = silent.address() as { port: number };
    const { project } = await buildableProject(server, [], {
      repositoryUrl: `http://127.0.0.1:${port}/x.git`,
    });
    const { id, body, seconds } = await ending(project);
    silent.close();
    expect(id).toBe("project:repository:public-clone-error");
    expect(body).toMatch(/seconds/);
    expect(seconds).toBeLessThan(55);
  }, 90_000);

  test("one whose branch is gone", async () => {
    const { project } = await buildableProject(server, [onePage], { defaultBranch: "release/gone" });
    const { id, body } = await ending(project);
    expect(id).toBe("project:repository:checkout-failed");
    expect(body).toContain("release/gone");
  });

  test("one that has nothing in it", async () => {
    const empty = server.repository("empty");
    const { project } = await buildableProject(server, [], { repositoryUrl: empty.url });
    expect((await ending(project)).id).toBe("project:repository:checkout-failed");
  });

  test("[builds D1] one over SSH, without a deploy key", async () => {
    const { project } = await buildableProject(server, [], {
      repositoryUrl: "ssh://git@git.example.com/x.git",
    });
    const { id, body } = await ending(project);
    expect(id).toBe("project:repository:private-clone-error");
    expect(body).toMatch(
      /deploy key, and this project has none\..* make one under Settings, Private repository/,
    );
  });
});

test("[builds D19] a remote that does not list its refs is built all the same, and the versions stay", async () => {
  const { repository, project } = await buildableProject(server, [onePage]);
  repository.branch("other");
  repository.switch("main");
  server.fail(1);
  const { build, output } = await runBuildOf(project);
  expect(build).toMatchObject({ state: "finished", success: true });
  expect(output.join("\n")).toMatch(/500.*\n?.*versions are left as they are/i);
  const versions = await db.version.findMany({ where: { projectId: project.id }, select: { slug: true } });
  expect(versions).toEqual([{ slug: "latest" }]);
});

test("a commit older than what is fetched is asked for by its name", async () => {
  const { repository, project } = await buildableProject(server, [onePage]);
  const old = repository.git("rev-parse", "HEAD");
  for (let number = 0; number < 55; number += 1)
    repository.commit({ ".readthedocs.yaml": configWith([onePage]), a: String(number) });
  const first = await runBuildOf(project);
  expect(first.commands.map(({ command }) => command)).not.toContain(`git fetch origin --depth 50 ${old}`);
  const { build, commands } = await runBuildOf(project, { commit: old });
  expect(build).toMatchObject({ success: true, commit: old });
  expect(commands.map(({ command }) => command)).toContain(`git fetch origin --depth 50 ${old}`);
  const gone = await runBuildOf(project, { commit: "0123456789".repeat(4) });
  expect(gone.notices).toEqual(["project:repository:checkout-failed"]);
});

function listening(): Promise<Server> {
  const silent = createServer(() => undefined);
  return new Promise((resolve) => silent.listen(0, "127.0.0.1", () => resolve(silent)));
}
