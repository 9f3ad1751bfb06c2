import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { env } from "#lib/platform/env.ts";
import { type GitContext, headCommit, listRefs, openRepository, runGit } from "#lib/platform/git/git.ts";
import { openSource } from "#lib/platform/git/source.ts";
import { claimSlotUser, type SlotUser } from "#lib/platform/sandbox/slot-user.ts";
import { createWorkspace, removeWorkspace, type Workspace } from "#lib/platform/sandbox/workspace.ts";
import { type GitServer, startGitServer } from "#test/git-server.ts";

const root = join(env.DATA_DIR, "work", "git-test");
const limits = { seconds: 30, memoryMb: 500, processes: 100, diskMb: 50, outputBytes: 1_000_000 };
let server: GitServer;
let user: SlotUser | null;
let workspace: Workspace;
let git: GitContext;

beforeAll(async () => {
  server = await startGitServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  env.LOCAL_REPOSITORIES = "allow";
  server.protect(null);
  server.delay(0);
  user = await claimSlotUser();
  workspace = await createWorkspace(root, { isolation: "bubblewrap", user });
  git = { workspace, limits, signal: new AbortController().signal };
});
afterEach(async () => {
  await removeWorkspace(root);
  await user?.release();
});

async function fetched(
  url: string,
  refspec: string,
  revision: string,
  credentials?: { username: string; password: string },
) {
  const token = credentials ? { ...credentials, origin: new URL(url).origin } : null;
  const access = { identity: null, token };
  const source = await openSource(url, access);
  const lines: string[] = [];
  const keep = (more: string[]) => lines.push(...more);
  await openRepository(git, source);
  const fetch = await runGit(git, [source], ["fetch", "origin", "--depth", "50", refspec], keep);
  const checkout = await runGit(git, [], ["checkout", "--force", revision], keep);
  return { codes: [fetch.exitCode, checkout.exitCode], lines };
}

const main = "refs/heads/main:refs/remotes/origin/main";

describe("a repository", () => {
  test.each(["url", "path"] as const)("is fetched and checked out by its %s", async (kind) => {
    const repository = server.repository(`fetch-${kind}`);
    repository.commit({ "a.txt": "old" });
    repository.tag("v1", "annotated");
    const commit = repository.commit({ "a.txt": "new" }, "Say new\n\nwith a body");
    repository.branch("other");
    const refs = await openRepository(git, await openSource(repository[kind]));
    expect(refs.defaultBranch).toBe("other");
    expect([...refs.branches]).toEqual([
      ["main", commit],
      ["other", commit],
    ]);
    expect(refs.tags.get("v1")).toBe(repository.git("rev-parse", "v1^{commit}"));
    const { codes } = await fetched(repository[kind], main, "origin/main");
    expect(codes).toEqual([0, 0]);
    expect(await headCommit(git)).toEqual({ commit, author: "Ada", message: "Say new" });
    expect(await readFile(join(workspace.host.checkout, "a.txt"), "utf8")).toBe("new");
  });

  test("with a password is fetched, and the password is nowhere on disk or in what is shown", async () => {
    const repository = server.repository("private");
    repository.commit({ a: "b" });
    const credentials = { username: "ada", password: "hunter2-git" };
    server.protect(credentials);
    await expect(openRepository(git, await openSource(repository.url))).rejects.toMatchObject({
      code: "git",
    });
    const { codes, lines } = await fetched(repository.url, main, "origin/main", credentials);
    expect(codes).toEqual([0, 0]);
    const basic = Buffer.from("ada:hunter2-git").toString("base64");
    const files = await readdir(root, { recursive: true, withFileTypes: true });
    for (const file of files.filter((entry) => entry.isFile())) {
      const text = await readFile(join(file.parentPath, file.name), "latin1");
      expect(text.includes("hunter2-git") || text.includes(basic), file.name).toBe(false);
    }
    expect(lines.join()).not.toMatch(/hunter2-git/);
  });

  test("keeps its password to itself when the server sends git to another one", async () => {
    const repository = server.repository("moved");
    const other = await startGitServer();
    other.protect({ username: "ada", password: "hunter2-git" });
    server.redirect(`http://127.0.0.1:${other.port}`);
    const token = { username: "ada", password: "hunter2-git", origin: new URL(repository.url).origin };
    const source = await openSource(repository.url, { identity: null, token });
    const both = { ...source, hostPorts: [server.port, other.port] };
    await expect(openRepository(git, both)).rejects.toMatchObject({ problem: "credentials" });
    server.redirect(null);
    await other.close();
    expect(other.shown.length).toBeGreaterThan(0);
    expect(other.shown.filter((shown) => shown !== null)).toEqual([]);
  });

  test("cannot make git run anything", async () => {
    const repository = server.repository("hostile");
    const script = "#!/bin/sh\ntouch /tmp/ran\n";
    repository.commit({
      ".gitattributes": "* filter=evil diff=evil merge=evil",
      ".gitconfig": '[filter "evil"]\n\tsmudge = touch /tmp/ran\n',
      ".gitmodules":
        '[submodule "x"]\n\tpath = x\n\turl = ext::sh -c "touch /tmp/ran"\n\tupdate = !touch /tmp/ran\n',
      "hooks/post-checkout": script,
      ".githooks/post-checkout": script,
    });
    const { codes } = await fetched(repository.url, main, "origin/main");
    expect(codes).toEqual([0, 0]);
    expect(await readdir(workspace.host.temporary)).toEqual([]);
  });

  test("a slow server is given up when the build is", async () => {
    const repository = server.repository("slow");
    repository.commit({ a: "b" });
    server.delay(20_000);
    const abort = new AbortController();
    setTimeout(() => abort.abort(new Error("cancelled")), 500);
    const began = performance.now();
    await expect(
      openRepository({ ...git, signal: abort.signal }, await openSource(repository.url)),
    ).rejects.toMatchObject({ code: "git" });
    expect(performance.now() - began).toBeLessThan(15_000);
  });
});

describe("addresses that are refused", () => {
  test.each([
    "ssh://git@github.com/x/y.git",
    "git@github.com:x/y.git",
    "ftp://example.com/x.git",
    "ext::sh -c id",
    "fd::3",
    "-uexploit",
    "javascript:alert(1)",
    "",
    "https://user:secret@example.com/x.git",
    "https://token@example.com/x.git",
    "http://10.0.0.1/x.git",
    "http://192.168.1.1/x.git",
    "http://169.254.169.254/x.git",
    "git://172.16.3.4/x.git",
    "http://[fe80::1]/x.git",
    "http://[::ffff:10.0.0.1]/x.git",
    "http://nothing.invalid/x.git",
  ])("%s", async (url) => {
    await expect(openSource(url)).rejects.toMatchObject({ code: "git" });
  });

  test.each([
    "/etc",
    "file:///etc",
    "http://127.0.0.1:1/x.git",
    "http://localhost/x.git",
    "http://[::1]/x",
    "http://a.localhost/x",
  ])("%s, unless local repositories are allowed", async (url) => {
    env.LOCAL_REPOSITORIES = "deny";
    await expect(openSource(url)).rejects.toMatchObject({ code: "git" });
    env.LOCAL_REPOSITORIES = "allow";
    await expect(openSource(url)).resolves.toBeTruthy();
  });

  test("a folder that is not there", async () => {
    await expect(openSource("/nothing/here")).rejects.toMatchObject({ code: "git" });
  });

  test("a private address the operator has named is allowed", async () => {
    env.INTERNAL_HOSTS.push("10.1.2.3");
    await expect(openSource("http://10.1.2.3/x.git")).resolves.toMatchObject({ pin: "10.1.2.3:80:10.1.2.3" });
    env.INTERNAL_HOSTS.length = 0;
  });
});

test("a list of refs that is longer than may be read is no list at all", async () => {
  const repository = server.repository("long-list");
  repository.commit({ "a.txt": "a" });
  for (let number = 0; number < 20; number += 1) repository.tag(`v${number}`);
  const source = await openSource(repository.url);
  expect((await listRefs(git, source)).tags.size).toBe(20);
  const short = { ...git, limits: { ...limits, outputBytes: 600 } };
  await expect(listRefs(short, source)).rejects.toThrow("more to list than is read");
});

test("a fetch goes to no submodule, whose address nobody has looked at again", async () => {
  const inner = server.repository("fetch-inner");
  const parent = server.repository("fetch-parent");
  const at = (commit: string) => {
    parent.git("update-index", "--add", "--cacheinfo", `160000,${commit},inner`);
    parent.git("commit", "--quiet", "--message", "Move the submodule");
  };
  const first = inner.commit({ "a.txt": "one" });
  parent.commit({ ".gitmodules": `[submodule "inner"]\n\tpath = inner\n\turl = ${inner.url}\n` });
  at(first);
  await fetched(parent.url, main, "origin/main");
  const source = await openSource(parent.url);
  const lines: string[] = [];
  const run = (...args: string[]) => runGit(git, [source], args, (more) => lines.push(...more));
  expect(await run("submodule", "update", "--init")).toMatchObject({ exitCode: 0 });
  at(inner.commit({ "a.txt": "two" }));
  lines.length = 0;
  expect(await run("fetch", "origin")).toMatchObject({ exitCode: 0 });
  expect(lines.join("\n")).toContain("main");
  expect(lines.join("\n")).not.toContain("submodule");
});

test("a host that repeats what it was shown does not get it into the reason a build fails with", async () => {
  const pack = (text: string) => (text.length + 4).toString(16).padStart(4, "0") + text;
  const echo = createServer(({ headers }, response) => {
    const { authorization = "" } = headers;
    const password = Buffer.from(authorization.slice(6), "base64").toString().split(":")[1];
    if (authorization === "") response.writeHead(401, { "www-authenticate": 'Basic realm="git"' }).end();
    else {
      response.writeHead(200, { "content-type": "application/x-git-upload-pack-advertisement" });
      const said = pack(`ERR no ${password}, no ${authorization}`);
      response.end(`${pack("# service=git-upload-pack\n")}0000${said}0000`);
    }
  });
  await new Promise<void>((resolve) => echo.listen(0, "127.0.0.1", resolve));
  const { port } = echo.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const token = { username: "ada", password: "hunter2-of-the-repository", origin };
  const source = await openSource(`${origin}/x.git`, { identity: null, token });
  const said = await listRefs(git, source).catch((error: unknown) => String(error));
  echo.close();
  expect(said).toBe("Error: fatal: remote error: no ****, no Basic ****");
});
