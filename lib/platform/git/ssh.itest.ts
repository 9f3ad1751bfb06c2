import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { env } from "#lib/platform/env.ts";
import {
  type GitContext,
  mayPush,
  openRepository,
  runGit,
  runWithSources,
  scanHostKeys,
} from "#lib/platform/git/git.ts";
import { type GitSource, openSource } from "#lib/platform/git/source.ts";
import { runSandboxed } from "#lib/platform/sandbox/run.ts";
import { claimSlotUser, type SlotUser } from "#lib/platform/sandbox/slot-user.ts";
import { createWorkspace, removeWorkspace, type Workspace } from "#lib/platform/sandbox/workspace.ts";
import { generateSshKey } from "#lib/platform/secrets/ssh-key.ts";
import { type GitRepository, type GitServer, startGitServer } from "#test/git-server.ts";
import { type SshServer, startSshServer } from "#test/ssh-server.ts";

const root = join(env.DATA_DIR, "work", "ssh-test");
const limits = { seconds: 30, memoryMb: 500, processes: 100, diskMb: 50, outputBytes: 1_000_000 };
const key = generateSshKey("test");
let repositories: GitServer;
let server: SshServer;
let repository: GitRepository;
let user: SlotUser | null;
let workspace: Workspace;
let git: GitContext;

beforeAll(async () => {
  env.LOCAL_REPOSITORIES = "allow";
  repositories = await startGitServer();
  repository = repositories.repository("over-ssh");
  repository.commit({ "a.txt": "hello" });
});
afterAll(() => repositories.close());

beforeEach(async () => {
  server = await startSshServer();
  server.admit(key.publicKey);
  user = await claimSlotUser();
  workspace = await createWorkspace(root, { isolation: "bubblewrap", user });
  git = { workspace, limits, signal: new AbortController().signal };
});
afterEach(async () => {
  await server.close();
  await removeWorkspace(root);
  await user?.release();
});

/** The repository over SSH, with the host's present keys pinned unless others are given. */
async function source(hostKeys?: string[]): Promise<GitSource> {
  const identity = { privateKey: key.privateKey, hostKeys: new Map<string, string[]>() };
  const opened = await openSource(server.url(repository.path), { identity, token: null });
  const keys = hostKeys ?? (await scanHostKeys(git, opened, opened.ssh!));
  const pinned = { ...identity, hostKeys: new Map([[`[127.0.0.1]:${server.port}`, keys]]) };
  return { ...opened, ssh: { ...opened.ssh!, identity: pinned } };
}

test("a repository is fetched with the key, from the host whose key is pinned", async () => {
  const from = await source();
  expect((await openRepository(git, from)).defaultBranch).toBe("main");
  const lines: string[] = [];
  const fetched = await runGit(git, [from], ["fetch", "origin", "main"], (more) => lines.push(...more));
  expect([fetched.exitCode, lines.join("\n")]).toEqual([0, expect.stringContaining("FETCH_HEAD")]);
});

test("a host with another key than the pinned one is not talked to", async () => {
  const from = await source();
  await server.replaceHostKey();
  await expect(openRepository(git, from)).rejects.toMatchObject({ code: "git", problem: "host-key-changed" });
  expect(server.services).toEqual([]);
});

test("a host that is not pinned at all is not talked to", async () => {
  await expect(openRepository(git, await source([]))).rejects.toMatchObject({ problem: "host-key-changed" });
});

test("a key the host does not know is said to be refused", async () => {
  server.admit(generateSshKey("other").publicKey);
  await expect(openRepository(git, await source())).rejects.toMatchObject({ problem: "credentials" });
});

test("where nothing answers, the host is said to be away", async () => {
  const from = await source();
  await server.close();
  await expect(scanHostKeys(git, from, from.ssh!)).rejects.toMatchObject({ problem: "unreachable" });
  server = await startSshServer();
});

test("a key that may write is noticed, without writing", async () => {
  const from = await source();
  await openRepository(git, from);
  await runGit(git, [from], ["fetch", "origin", "main"], () => undefined);
  await runGit(git, [], ["checkout", "--force", "origin/main"], () => undefined);
  expect(await mayPush(git, from)).toBe(false);
  server.admit(key.publicKey, { write: true });
  expect(await mayPush(git, from)).toBe(true);
  expect(repository.git("branch", "--list")).toBe("* main");
});

test("the key is seen by the launch that fetches and by nothing after it", async () => {
  const from = await source();
  const secret = key.privateKey.split("\n")[2]!;
  const look = `cat /run/secrets/* /proc/[0-9]*/environ 2>/dev/null | tr '\\0' '\\n'; echo "in run: $(ls -A /run)"`;
  const during: string[] = [];
  await runWithSources(git, [from], ["/bin/sh", "-c", look], (more) => during.push(...more));
  expect(during.join("\n")).toContain(secret);
  const after: string[] = [];
  await openRepository(git, from);
  await runSandboxed({
    ...git,
    command: ["/bin/sh", "-c", look],
    environment: {},
    network: "none",
    onLines: (more) => after.push(...more),
  });
  expect(after).toContain("in run: ");
  expect(after.join("\n")).not.toContain(secret);
  const files = await readdir(root, { recursive: true, withFileTypes: true });
  for (const file of files.filter((entry) => entry.isFile()))
    expect(await readFile(join(file.parentPath, file.name), "latin1"), file.name).not.toContain(secret);
});
