import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { env } from "#lib/platform/env.ts";
import { seal } from "#lib/platform/secrets/sealing.ts";
import { generateSshKey } from "#lib/platform/secrets/ssh-key.ts";
import { runBuildOf } from "#test/factories/build-runs.ts";
import { buildableProject, configWith, onePage } from "#test/factories/builds.ts";
import { buildProject, next } from "#test/factories/tenants.ts";
import { type GitRepository, type GitServer, startGitServer } from "#test/git-server.ts";
import { type SshServer, startSshServer } from "#test/ssh-server.ts";

let server: GitServer;

beforeAll(async () => {
  server = await startGitServer();
});
afterAll(() => server.close());

/** A configuration whose lines run right after the checkout. */
const configAfterCheckout = (lines: readonly string[]): string =>
  JSON.stringify({
    version: 2,
    build: {
      os: "ubuntu-24.04",
      tools: { nodejs: "latest" },
      jobs: {
        post_checkout: lines,

        build: { html: [onePage] },
      },
    },
  });

/** What a build's own commands can find out about credentials. */
const search = `env; cat .git/config; cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' '\\n'; ls -A /run`;

describe("over SSH", () => {
  const key = generateSshKey("deploy");
  let host: SshServer;
  let repository: GitRepository;
  let project: { id: number; slug: string };

  beforeEach(async () => {
    host = await startSshServer();
    host.admit(key.publicKey);
    repository = server.repository(`ssh-${next()}`);
    repository.commit({ ".readthedocs.yaml": configWith([search, onePage]) });
    project = await buildProject({ repositoryUrl: host.url(repository.path), privacyLevel: "private" });
    await db.deployKey.create({
      data: {
        projectId: project.id,
        publicKey: key.publicKey,
        privateSealed: seal(key.privateKey),
        fingerprint: key.fingerprint,
      },
    });
  });
  afterEach(() => host.close());

  const pinned = () => db.knownHost.findMany({ where: { projectId: project.id } });

  test("[builds D1] a project is built with its deploy key, its host is pinned, and its commands see neither", async () => {
    const { build, output, commands } = await runBuildOf(project);
    expect(build).toMatchObject({
      state: "finished",
      success: true,
      commit: repository.git("rev-parse", "HEAD"),
    });
    expect(await pinned()).toMatchObject([{ host: `[127.0.0.1]:${host.port}` }]);
    const { lastUsedAt } = await db.deployKey.findUniqueOrThrow({ where: { projectId: project.id } });
    expect(lastUsedAt).not.toBeNull();
    const everything = output.join("\n") + JSON.stringify(commands);
    expect(everything).not.toContain(key.privateKey.split("\n")[2]);
    expect(everything).not.toMatch(/GIT_SSH|OPENSSH|secrets/);
    expect(await readdir(join(env.DATA_DIR, "work"))).toEqual([]);
  });

  test("a host with another key ends the build, until somebody forgets the first", async () => {
    await runBuildOf(project);
    await host.replaceHostKey();
    expect((await runBuildOf(project)).notices).toEqual(["project:repository:host-key-changed"]);
    await db.knownHost.deleteMany({ where: { projectId: project.id } });
    expect((await runBuildOf(project)).build.success).toBe(true);
  });

  test("a key that may write ends the build, and the project's people are told", async () => {
    host.admit(key.publicKey, { write: true });
    const { build, notices } = await runBuildOf(project);
    expect(build.success).toBe(false);
    expect(notices).toEqual(["build:user:ssh-key-with-write-access"]);
    const told = await db.notice.findMany({ where: { projectId: project.id } });
    expect(told.map(({ messageId }) => messageId)).toEqual(["build:user:ssh-key-with-write-access"]);
    expect(repository.git("branch", "--list")).toBe("* main");
  });

  test("a key the host does not know ends the build with what to do", async () => {
    host.admit(generateSshKey("other").publicKey);
    const { notices } = await runBuildOf(project);
    expect(notices).toEqual(["project:repository:private-clone-error"]);
  });

  test("history and tags are fetched by the first lines of post_checkout, not by later ones", async () => {
    repository.tag("begin", "Begin");
    const lines = [
      "git fetch --unshallow --tags || true",
      "git describe",
      "git fetch origin || echo no credentials",
    ];
    repository.commit({ ".readthedocs.yaml": configAfterCheckout(lines) });
    const { build, output } = await runBuildOf(project);
    expect(build.success).toBe(true);
    expect(output.join("\n")).toMatch(/begin-1-g[0-9a-f]{7}/);
    expect(output).toContain("no credentials");
  });
});

describe("over http with a token", () => {
  const token = "hunter2-of-the-repository";

  afterEach(() => server.protect(null));

  async function tokenProject(lines: readonly string[], origin = `http://127.0.0.1:${server.port}`) {
    const { repository, project } = await buildableProject(server, lines, { privacyLevel: "private" });
    await db.repositoryToken.create({
      data: { projectId: project.id, username: "ada", tokenSealed: seal(token), lastFour: "tory", origin },
    });
    return { repository, project };
  }

  test("[builds D15] a project is built, and the token is in no command, no log and no later step", async () => {
    server.protect({ username: "ada", password: token });
    const { project } = await tokenProject([search, onePage]);
    const { build, output, commands } = await runBuildOf(project);
    expect(build).toMatchObject({ state: "finished", success: true });
    const basic = Buffer.from(`ada:${token}`).toString("base64");
    const events = await db.buildEvent.findMany({ where: { buildId: build.id } });
    const everything = output.join("\n") + JSON.stringify([commands, events]);
    expect(everything).not.toContain(token);
    expect(everything).not.toContain(basic);
    expect(everything).not.toMatch(/LECTERN_GIT/);
    const { lastUsedAt } = await db.repositoryToken.findUniqueOrThrow({ where: { projectId: project.id } });
    expect(lastUsedAt).not.toBeNull();
  });

  test("a project's own checkout commands may use it, and the log hides it", async () => {
    server.protect({ username: "ada", password: token });
    const { project } = await tokenProject([onePage]);
    const checkoutCommands = "git clone --quiet $READTHEDOCS_GIT_CLONE_URL .\nenv";
    await db.project.update({ where: { id: project.id }, data: { checkoutCommands } });
    const { build, output } = await runBuildOf(project);
    expect(build.success).toBe(true);
    expect(output.join("\n")).not.toContain(token);
  });

  test("a host the address was changed to does not get it", async () => {
    server.protect({ username: "ada", password: token });
    const before = server.shown.length;
    const { project } = await tokenProject([onePage], "https://git.example.com");
    expect((await runBuildOf(project)).notices).toEqual(["project:repository:private-clone-error"]);
    expect(server.shown.slice(before).filter((shown) => shown !== null)).toEqual([]);
  });

  test("nor does a host that is not reached over https", async () => {
    const { project } = await tokenProject([onePage], "http://8.8.8.8");
    await db.project.update({
      where: { id: project.id },
      data: { repositoryUrl: "http://8.8.8.8/x.git" },
    });
    const { build, notices } = await runBuildOf(project);
    expect(notices).toEqual(["project:repository:private-clone-error"]);
    expect(build.notices[0]?.values).toMatchObject({
      message: expect.stringMatching(/only sent over https/),
    });
  });
});

test("[builds D15] a project's own checkout commands take the place of the clone", async () => {
  const { repository, project } = await buildableProject(server, [onePage], {
    checkoutCommands:
      'git clone --quiet --depth 3 $READTHEDOCS_GIT_CLONE_URL .\n\necho "of $READTHEDOCS_GIT_IDENTIFIER"\n',
  });
  const { build, commands, output } = await runBuildOf(project);
  expect(build).toMatchObject({ success: true, commit: repository.git("rev-parse", "HEAD") });
  expect(commands.slice(0, 2)).toEqual([
    { command: "git clone --quiet --depth 3 $READTHEDOCS_GIT_CLONE_URL .", exitCode: 0 },
    { command: 'echo "of $READTHEDOCS_GIT_IDENTIFIER"', exitCode: 0 },
  ]);
  expect(output).toContain("of main");
  await db.project.update({ where: { id: project.id }, data: { checkoutCommands: "git clone nowhere ." } });
  expect((await runBuildOf(project)).notices).toEqual(["project:repository:public-clone-error"]);
});

test("a public repository is deepened in post_checkout", async () => {
  const { repository, project } = await buildableProject(server, []);
  repository.tag("begin", "Begin");
  const lines = ["echo first", "git fetch --tags", "git fetch --unshallow || true", "git describe --tags"];
  repository.commit({ ".readthedocs.yaml": configAfterCheckout(lines) });
  const { build, output } = await runBuildOf(project);
  expect(build.success).toBe(true);
  expect(output.join("\n")).toMatch(/begin-1-g[0-9a-f]{7}/);
});
