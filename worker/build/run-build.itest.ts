import { mkdirSync, writeFileSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { command } from "#lib/audit/commands.ts";
import { cancelOpenBuilds } from "#lib/builds/commands.ts";
import { db } from "#lib/platform/db/client.ts";
import { env } from "#lib/platform/env.ts";
import { seal } from "#lib/platform/secrets/sealing.ts";
import { runBuildOf } from "#test/factories/build-runs.ts";
import { buildableProject, configWith, onePage } from "#test/factories/builds.ts";
import { type GitServer, startGitServer } from "#test/git-server.ts";
import type { BuildControl } from "#worker/build/control.ts";

let server: GitServer;

beforeAll(async () => {
  server = await startGitServer();
  await mkdir(join(env.DATA_DIR, "outside", "html"), { recursive: true });
  await writeFile(join(env.DATA_DIR, "outside", "html", "index.html"), "secret");
});
afterAll(() => server.close());

async function run(project: { id: number }, during?: (buildId: number, control: BuildControl) => void) {
  const story = await runBuildOf(project, { during });
  expect(await readdir(join(env.DATA_DIR, "work"))).toEqual([]);
  return story;
}

const latest = (project: { id: number }) =>
  db.version.findFirstOrThrow({ where: { projectId: project.id, slug: "latest" } });

describe("a build", () => {
  test("[builds D6] [builds E2] goes from a repository to a served site, step by step", async () => {
    const { repository, project } = await buildableProject(server, ["echo one; echo two >&2", onePage]);
    const { build, commands, states, sequences, last, output } = await run(project);
    expect(build).toMatchObject({ state: "finished", success: true, fileCount: 1, leaseToken: null });
    expect(build).toMatchObject({ commit: repository.git("rev-parse", "HEAD"), commitAuthor: "Ada" });
    expect(states).toEqual(["triggered", "cloning", "installing", "building", "uploading", "finished"]);
    expect(sequences).toEqual(sequences.map((_, index) => index + 1));
    expect(last).toMatchObject({ kind: "end", state: "finished", success: true });
    expect(commands.slice(-2)).toEqual([
      { command: "echo one; echo two >&2", exitCode: 0 },
      { command: onePage, exitCode: 0 },
    ]);
    expect(output).toEqual(expect.arrayContaining(["one", "two"]));
    expect(await latest(project)).toMatchObject({
      publishedBuildId: build.id,
      identifier: "main",
      type: "branch",
    });
  });

  test("[builds E3] knows its project, version and commit, and keeps private values out of the log", async () => {
    const { project } = await buildableProject(server, ["env; echo $OPEN $TOKEN ab", onePage]);
    for (const [name, value, open] of [
      ["OPEN", "se\0en", true],
      ["TOKEN", "hunter2 it's $x", false],
      ["SHORT", "ab", false],
    ] as const)
      await db.environmentVariable.create({
        data: {
          projectId: project.id,
          name,
          valueSealed: seal(value),
          valueBytes: value.length,
          public: open,
        },
      });
    const { build, output } = await run(project);
    for (const line of [
      "READTHEDOCS=True",
      `READTHEDOCS_PROJECT=${project.slug}`,
      "READTHEDOCS_VERSION=latest",
      "READTHEDOCS_VERSION_TYPE=branch",
      "READTHEDOCS_LANGUAGE=en",
      "READTHEDOCS_OUTPUT=/home/build/checkout/_readthedocs/",
      "READTHEDOCS_GIT_IDENTIFIER=main",
      `READTHEDOCS_GIT_COMMIT_HASH=${build.commit}`,
      `READTHEDOCS_CANONICAL_URL=http://${project.slug}.docs.localhost:3000/en/latest/`,
      "NO_COLOR=1",
      "OPEN=seen",
      "TOKEN=****",
      "seen **** ab",
    ])
      expect(output).toContain(line);
    expect(output.join()).not.toMatch(/hunter2|DATABASE_URL|DATA_DIR|SECRET_KEY/);
  });

  test("[builds E2] [builds E3] [builds E5] may print anything", async () => {
    const print = `python3 -c "import sys; sys.stdout.buffer.write(b'a\\x00b\\xff\\xed\\xa0\\x80' + ('x' * 3999 + chr(0x1f600) * 9000).encode() + b'end')"`;
    const { project } = await buildableProject(server, [print, onePage]);
    const { build, output } = await run(project);
    expect(build.success).toBe(true);
    expect(output.join("")).toMatch(/^[\s\S]*ab\ufffd[\s\S]*end/);
  });

  test("keeps a bounded log of all its commands together, empty lines counted", async () => {
    const before = env.BUILD_OUTPUT_MB;
    env.BUILD_OUTPUT_MB = 1;
    const long = "head -c 700000 /dev/zero | tr '\\0' x | fold -w 1000";
    const { project } = await buildableProject(server, [long, long, "yes '' | head -n 500000", onePage]);
    const { build, output } = await run(project);
    env.BUILD_OUTPUT_MB = before;
    expect(build).toMatchObject({ state: "finished", success: true });
    expect(output.join("\n").length).toBeLessThan(1_300_000);
    expect(output.length).toBeLessThan(100_000);
    expect(output.filter((line) => /output is left out here/.test(line)).length).toBeGreaterThanOrEqual(2);
  });

  test("reaches neither this machine's ports nor its files", async () => {
    const local = createServer((_, response) => response.end("local secret"));
    await new Promise<void>((resolve) => local.listen(0, "127.0.0.1", resolve));
    const { port } = local.address() as AddressInfo;
    const { project } = await buildableProject(server, [
      `python3 -c "import urllib.request as u; print(u.urlopen('http://127.0.0.1:${port}', timeout=2).read())" || true`,
      `ls ${env.DATA_DIR} || true; cat /proc/[0-9]*/environ | tr '\\0' '\\n' | grep -i database || true`,
      onePage,
    ]);
    const { build, output } = await run(project);
    local.close();
    expect(build.success).toBe(true);
    expect(output.join("\n")).not.toMatch(/local secret|secret-key|postgres/i);
    expect(output.join("\n")).toMatch(/refused/i);
  });
});

test("a build gives the repository's branches and tags their versions, once", async () => {
  const { repository, project } = await buildableProject(server, [onePage], { privacyLevel: "private" });
  repository.tag("v1.0", "Release");
  repository.git("branch", "release/1.0");
  await run(project);
  const versions = () =>
    db.version.findMany({
      where: { projectId: project.id },
      select: {
        slug: true,
        verboseName: true,
        type: true,
        identifier: true,
        active: true,
        machine: true,
        privacyLevel: true,
      },
      orderBy: { slug: "asc" },
    });
  const first = repository.git("rev-parse", "HEAD");
  const made = { active: false, machine: false, privacyLevel: "private" };
  const expected = [
    {
      slug: "latest",
      verboseName: "latest",
      type: "branch",
      identifier: "main",
      active: true,
      machine: true,
      privacyLevel: "private",
    },
    { slug: "main", verboseName: "main", type: "branch", identifier: "main", ...made },
    { slug: "release-1.0", verboseName: "release/1.0", type: "branch", identifier: "release/1.0", ...made },
    {
      slug: "stable",
      verboseName: "stable",
      type: "tag",
      identifier: first,
      active: true,
      machine: true,
      privacyLevel: "private",
    },
    { slug: "v1.0", verboseName: "v1.0", type: "tag", identifier: first, ...made },
  ];
  expect(await versions()).toEqual(expected);
  repository.commit({ more: "x" });
  repository.git("tag", "--force", "v1.0");
  await run(project);
  const identifier = repository.git("rev-parse", "HEAD");
  const moved = expected.slice(3).map((version) => ({ ...version, identifier }));
  expect(await versions()).toEqual([...expected.slice(0, 3), ...moved]);
});

test("[builds D18] what an earlier attempt left is gone, and versions are known after a failure too", async () => {
  const { project } = await buildableProject(server, ["true"]);
  const { notices } = await run(project, (buildId) => {
    const left = join(env.DATA_DIR, "work", `${buildId}-1`, "checkout", "_readthedocs", "html");
    mkdirSync(left, { recursive: true });
    writeFileSync(join(left, "index.html"), "old");
  });
  expect(notices).toEqual(["build:user:output:no-html"]);
  expect(await db.version.count({ where: { projectId: project.id, slug: "main" } })).toBe(1);
});

describe("[builds D7] a build that fails keeps the old site and says why", () => {
  test.each<[string, string[], string]>([
    ["a failing command", ["exit 3"], "build:user:generic"],
    ["no output", ["true"], "build:user:output:no-html"],
    ["no start page", ["mkdir -p $READTHEDOCS_OUTPUT/html"], "build:user:output:html-no-index-file"],
    [
      "a file for a folder",
      ["mkdir _readthedocs; touch _readthedocs/html"],
      "build:user:output:is-no-a-directory",
    ],
    [
      "output linked to the machine",
      [`ln -s ${join(env.DATA_DIR, "outside")} _readthedocs`],
      "build:user:symlink:used",
    ],
    ["output linked out of the tree", ["ln -s /usr/share _readthedocs"], "build:user:output:no-html"],
    [
      "a page linked to the machine",
      [onePage, "ln -s /etc/passwd _readthedocs/html/p"],
      "build:user:symlink:used",
    ],
    ["a pipe among the pages", [onePage, "mkfifo _readthedocs/html/p"], "build:user:output:refused"],
  ])("%s", async (_, commands, notice) => {
    const { repository, project } = await buildableProject(server, [onePage]);
    const good = await run(project);
    repository.commit({ ".readthedocs.yaml": configWith(commands) });
    const { build, notices, last } = await run(project);
    expect(notices).toEqual([notice]);
    expect(build).toMatchObject({ state: "finished", success: false, leaseToken: null });
    expect(last).toMatchObject({ kind: "end", state: "finished", success: false });
    expect((await latest(project)).publishedBuildId).toBe(good.build.id);
  });

  test.each([
    [
      "a repository that is not there",
      () => `http://127.0.0.1:${server.port}/nothing/.git`,
      "project:repository:public-clone-error",
    ],
    [
      "a host that is not there",
      () => "https://nothing.invalid/x.git",
      "project:repository:public-clone-error",
    ],
    ["a private address", () => "https://192.168.0.1/x.git", "project:repository:public-clone-error"],
    [
      "a private address in another spelling",
      () => "https://0xc0a80001/x.git",
      "project:repository:public-clone-error",
    ],
    ["another protocol", () => "ftp://example.com/x.git", "project:repository:public-clone-error"],
  ])("%s", async (_, url, notice) => {
    const { project } = await buildableProject(server, [], { repositoryUrl: url() });
    const { notices } = await run(project);
    expect(notices).toEqual([notice]);
  });

  test("a branch that is not there", async () => {
    const { project } = await buildableProject(server, [onePage], { defaultBranch: "gone" });
    expect((await run(project)).notices).toEqual(["project:repository:checkout-failed"]);
  });

  test("too much time", async () => {
    const { project } = await buildableProject(server, ["sleep 30"], { buildSeconds: 3 });
    const { build, notices, commands } = await run(project);
    expect(notices).toEqual(["build:user:time-out"]);
    expect(commands.at(-1)).toEqual({ command: "sleep 30", exitCode: null });
    expect(build.seconds).toBeLessThan(25);
  });

  test("too much memory", async () => {
    const eat = "python3 -c 'x = bytearray(300_000_000)'";
    const { project } = await buildableProject(server, [eat], { buildMemoryMb: 100 });
    expect((await run(project)).notices).toEqual(["build:user:excessive-memory"]);
  });
});

describe("a build that ends early", () => {
  test("exit code 183 skips it", async () => {
    const { project } = await buildableProject(server, ["exit 183", onePage]);
    const { build, notices, last } = await run(project);
    expect(notices).toEqual(["build:user:exit-code-183"]);
    expect(build).toMatchObject({ state: "cancelled", success: false, cancellation: { reason: "skipped" } });
    expect(last).toMatchObject({ kind: "end", state: "cancelled" });
  });

  test("[builds D8] a cancelled one stops at once", async () => {
    const { project } = await buildableProject(server, ["sleep 30"]);
    const { build, notices } = await run(project, (buildId, control) =>
      setTimeout(async () => {
        await command({ kind: "system", job: "test" }, async (c) => {
          await cancelOpenBuilds(c, { id: buildId }, { reason: "person" });
          await c.record({
            action: "build.cancel",
            subjectKind: "build",
            subjectId: buildId,
            subjectLabel: "",
          });
        });
        control.cancel();
      }, 1_500),
    );
    expect(notices).toEqual(["build:user:cancelled"]);
    expect(build).toMatchObject({ state: "cancelled", success: false, leaseToken: null });
    expect(build.seconds).toBeLessThan(25);
  });
});
