import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claimBuild } from "#lib/builds/runs/commands.ts";
import { registerWorker } from "#lib/builds/workers/commands.ts";
import { db } from "#lib/platform/db/client.ts";
import { env } from "#lib/platform/env.ts";
import { buildableProject, buildStory, onePage, queueBuild } from "#test/factories/builds.ts";
import { type GitServer, startGitServer } from "#test/git-server.ts";
import { createControl } from "#worker/build/control.ts";
import { runBuild } from "#worker/build/run-build.ts";
import { runSync } from "#worker/sync-versions.ts";

let server: GitServer;

beforeAll(async () => {
  server = await startGitServer();
});
afterAll(() => server.close());

const sync = (project: { id: number }) => runSync(project.id, new AbortController().signal);

const notices = async (project: { id: number }) =>
  (await db.notice.findMany({ where: { projectId: project.id }, orderBy: { id: "asc" } })).map(
    ({ messageId, state, values }) => [messageId, state, values],
  );
const version = (project: { id: number }, slug: string) =>
  db.version.findUnique({ where: { projectId_slug: { projectId: project.id, slug } } });
const slugs = async (project: { id: number }) =>
  (await db.version.findMany({ where: { projectId: project.id }, orderBy: { slug: "asc" } })).map(
    ({ slug, type, machine, active }) =>
      `${slug} ${type}${machine ? " machine" : ""}${active ? " active" : ""}`,
  );

describe("versions follow a repository over git", () => {
  test("branches, tags, names in any script, one commit under two tags; what is gone goes", async () => {
    const { repository, project } = await buildableProject(server, [onePage]);
    const commit = repository.git("rev-parse", "HEAD");
    repository.tag("v1.0", "annotated");
    repository.tag("beta/1");
    repository.tag("выпуск-2");
    repository.git("branch", "功能/日本");
    repository.git("branch", "v1.0");
    await sync(project);
    expect(await slugs(project)).toEqual([
      "beta-1 tag",
      "gong-neng-ri-ben branch",
      "latest branch machine active",
      "main branch",
      "stable tag machine active",
      "v1.0 tag",
      "v1.0_a branch",
      "vypusk-2 tag",
    ]);
    expect(await version(project, "stable")).toMatchObject({ identifier: commit });
    expect(await version(project, "latest")).toMatchObject({ identifier: "main" });
    expect(await notices(project)).toEqual([["project:versions:synced", "unread", { summary: "7 new." }]]);

    repository.git("tag", "--delete", "beta/1");
    repository.git("branch", "--delete", "v1.0");
    await db.version.updateMany({ where: { projectId: project.id, slug: "v1.0_a" }, data: { active: true } });
    await sync(project);
    expect(await slugs(project)).not.toContain("beta-1 tag");
    expect(await version(project, "v1.0_a")).toMatchObject({ active: true, lastSeenAt: expect.any(Date) });
    expect((await notices(project)).map(([id, state]) => [id, state])).toEqual([
      ["project:versions:synced", "cancelled"],
      ["project:versions:synced", "unread"],
    ]);
    expect(await readdir(join(env.DATA_DIR, "work"))).toEqual([]);
  });

  test("stable follows the releases, and a branch of that name while it exists", async () => {
    const { repository, project } = await buildableProject(server, [onePage]);
    repository.tag("1.0");
    await sync(project);
    repository.commit({ "a.txt": "2" });
    repository.tag("2.0.post1", "annotated");
    repository.tag("3.0rc1");
    await sync(project);
    const newest = repository.git("rev-parse", "HEAD");
    expect(await version(project, "stable")).toMatchObject({
      identifier: newest,
      type: "tag",
      machine: true,
    });
    repository.git("branch", "stable");
    await sync(project);
    expect(await version(project, "stable")).toMatchObject({
      identifier: "stable",
      type: "branch",
      machine: false,
    });
    repository.git("branch", "--delete", "stable");
    await sync(project);
    expect(await version(project, "stable")).toMatchObject({
      identifier: newest,
      type: "tag",
      machine: true,
    });
  });

  test("a repository that does not answer is told to the project's people, and nothing changes", async () => {
    const { repository, project } = await buildableProject(server, [onePage]);
    await sync(project);
    const before = await slugs(project);
    await db.project.update({
      where: { id: project.id },
      data: { repositoryUrl: `${repository.url.replace(".git", "gone")}` },
    });
    await sync(project);
    expect(await slugs(project)).toEqual(before);
    expect((await notices(project)).at(-1)).toEqual([
      "project:repository:public-clone-error",
      "unread",
      { message: expect.stringContaining("not found") },
    ]);
    expect(await readdir(join(env.DATA_DIR, "work"))).toEqual([]);
  });

  test("what is our fault is told as well, and tried again", async () => {
    const { project } = await buildableProject(server, [onePage]);
    const work = join(env.DATA_DIR, "work");
    await rm(work, { recursive: true, force: true });
    await writeFile(work, "no folder");
    await expect(sync(project)).rejects.toThrow("EEXIST");
    await rm(work);
    expect(await notices(project)).toEqual([
      ["project:repository:generic-error", "unread", { message: expect.stringContaining("on our side") }],
    ]);
  });

  test("[builds D20] two refs named latest: the sync says so, and a build fails with the same reason", async () => {
    const { repository, project } = await buildableProject(server, [onePage]);
    repository.tag("latest");
    repository.git("branch", "latest");
    await sync(project);
    const duplicated = "project:repository:duplicated-reserved-versions";
    expect((await notices(project)).at(-1)?.[0]).toBe(duplicated);
    expect(await build(project)).toMatchObject({ notices: [duplicated], build: { success: false } });
    repository.git("tag", "--delete", "latest");
    expect(await build(project)).toMatchObject({ notices: [], build: { success: true } });
    expect(await version(project, "latest")).toMatchObject({ machine: false, identifier: "latest" });
  });

  test("a build of stable takes the release that its own sync has found", async () => {
    const { repository, project } = await buildableProject(server, [onePage]);
    repository.tag("1.0");
    await build(project);
    const newest = repository.commit({ "a.txt": "2" });
    repository.tag("2.0");
    expect(await build(project, "stable")).toMatchObject({ build: { commit: newest, success: true } });
    expect(await db.build.count({ where: { projectId: project.id, state: "triggered" } })).toBe(0);
  });
});

/** Builds a version now, whatever else waits. */
async function build(project: { id: number }, slug?: string) {
  await db.build.updateMany({
    where: { state: "triggered" },
    data: { state: "cancelled", success: false, finishedAt: new Date() },
  });
  const buildId = await queueBuild(project, slug);
  const held = await claimBuild(await registerWorker(1, {}));
  expect(held?.buildId).toBe(buildId);
  await runBuild(held!, createControl());
  return buildStory(buildId);
}
