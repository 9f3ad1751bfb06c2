import { execFileSync } from "node:child_process";
import { link, mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { env } from "#lib/platform/env.ts";
import { runSandboxed } from "#lib/platform/sandbox/run.ts";
import { claimSlotUser, type SlotUser } from "#lib/platform/sandbox/slot-user.ts";
import { createWorkspace, removeWorkspace, type Workspace } from "#lib/platform/sandbox/workspace.ts";
import { storage } from "#lib/platform/storage/storage.ts";
import { writeTree } from "#lib/publishing/trees/commands.ts";
import { endingOf } from "#worker/build/failures.ts";
import { checkOutput } from "#worker/build/output.ts";

const root = join(env.DATA_DIR, "work", "output-test");
const projectId = 900_002;
const order = { project: { slug: "guide" } };
let user: SlotUser | null;
let workspace: Workspace;

beforeEach(async () => {
  user = await claimSlotUser();
  workspace = await createWorkspace(root, { isolation: "bubblewrap", user });
});
afterEach(async () => {
  await removeWorkspace(root);
  await user?.release();
  await storage.deleteTree(`projects/${projectId}/`);
});

const page = "mkdir -p _readthedocs/html && cd _readthedocs/html && echo '<p>hello' > index.html";

/** Lets a hostile build make its output, in the real sandbox. Gives what it printed. */
async function build(script: string, diskMb = 10_000): Promise<string> {
  const lines: string[] = [];
  await runSandboxed({
    workspace,
    command: ["/bin/sh", "-c", script],
    environment: {},
    limits: { seconds: 60, memoryMb: 500, processes: 100, diskMb, outputBytes: 100_000 },
    network: "none",
    signal: new AbortController().signal,
    onLines: (some) => lines.push(...some),
  });
  return lines.join("\n");
}
const python = (program: string) => `${page} && python3 -c '${program}'`;
const check = () => checkOutput({ workspace, order });

/** The notice a build that left this output ends with. */
async function refusal(): Promise<unknown> {
  const error: unknown = await check().then(
    () => null,
    (reason) => reason,
  );
  if (error === null) return "accepted";
  const ending = endingOf(error, 1);
  return ending.kind === "failed" ? ending.notice : ending.kind;
}

describe("output that is not published", () => {
  test.each<[string, string, string]>([
    ["nothing", "true", "build:user:output:no-html"],
    ["an empty folder", "mkdir -p _readthedocs/html", "build:user:output:html-no-index-file"],
    [
      "a start page further down",
      "mkdir -p _readthedocs/html/en; touch _readthedocs/html/en/index.html",
      "build:user:output:html-no-index-file",
    ],
    [
      "a folder for a start page",
      "mkdir -p _readthedocs/html/index.html",
      "build:user:output:html-no-index-file",
    ],
    [
      "a file for the folder",
      "mkdir _readthedocs; touch _readthedocs/html",
      "build:user:output:is-no-a-directory",
    ],
    [
      "pages in the old folder only",
      "mkdir -p _build/html; touch _build/html/index.html",
      "build:user:output:old-directory-used",
    ],
    [
      "pages in the old folder, but an empty new one",
      "mkdir -p _build/html _readthedocs/html",
      "build:user:output:html-no-index-file",
    ],
    [
      "pages in the old folder and an empty download",
      "mkdir -p _build/html _readthedocs/pdf",
      "build:user:output:has-0-files",
    ],
    ["a download that is a file", `${page}; cd ..; touch pdf`, "build:user:output:is-no-a-directory"],
    ["an empty download", `${page}; mkdir ../epub`, "build:user:output:has-0-files"],
    [
      "two downloads of a kind",
      `${page}; mkdir ../htmlzip; touch ../htmlzip/a.zip ../htmlzip/b.zip`,
      "build:user:output:has-multiple-files",
    ],
    ["a folder for a download", `${page}; mkdir -p ../pdf/a.pdf`, "build:user:output:refused"],
    ["a pipe for a download", `${page}; mkdir ../pdf; mkfifo ../pdf/a.pdf`, "build:user:output:refused"],
    [
      "a link for a download",
      `${page}; mkdir ../pdf; ln -s /etc/passwd ../pdf/a.pdf`,
      "build:user:symlink:used",
    ],
    ["a link for the folder of a download", `${page}; ln -s html ../pdf`, "build:user:symlink:used"],
    [
      "a link for the folder of the pages",
      "mkdir _readthedocs other; ln -s ../other _readthedocs/html",
      "build:user:symlink:used",
    ],
  ])("%s", async (_, script, notice) => {
    await build(script);
    expect(await refusal()).toBe(notice);
  });

  test.each<[string, string, string]>([
    ["a link to an absolute path", `${page}; ln -s /etc/shadow x`, "build:user:symlink:used"],
    ["a link up and out", `${page}; ln -s ../../../../../../../../etc/shadow x`, "build:user:symlink:used"],
    [
      "a link to the checkout beside it",
      `${page}; echo x > ../../secret; ln -s ../../secret x`,
      "build:user:symlink:used",
    ],
    ["a link to a folder outside", `${page}; ln -s / x`, "build:user:symlink:used"],
    [
      "a chain of links that ends outside",
      `${page}; ln -s b a; ln -s c b; ln -s /proc/self/environ c`,
      "build:user:symlink:used",
    ],
    ["a pipe", `${page}; mkfifo p`, "build:user:output:refused"],
    [
      "a socket",
      python('import socket; socket.socket(socket.AF_UNIX).bind("s")'),
      "build:user:output:refused",
    ],
    ["a name that is no UTF-8", python('open(b"bad-\\xff\\xfe.html", "w")'), "build:user:output:refused"],
    ["a name with a line end", python('open("two\\nlines.html", "w")'), "build:user:output:refused"],
    ["a name with an escape", python('open("\\x1b[2J.html", "w")'), "build:user:output:refused"],
    ["a name with backslashes", python('open("..\\\\..\\\\etc", "w")'), "build:user:output:refused"],
    [
      "a path that is too long",
      python('import os\nfor _ in range(6):\n  os.mkdir("d" * 250); os.chdir("d" * 250)\nopen("x", "w")'),
      "build:user:output:refused",
    ],
    [
      "folders in each other without end",
      python('import os\nfor _ in range(3000):\n  os.mkdir("d"); os.chdir("d")'),
      "build:user:output:refused",
    ],
    [
      "a file of 5 GB that takes no space",
      `${page}; truncate -s 5G huge.bin`,
      "build:user:output:file-too-large",
    ],
    [
      "a download of 5 GB",
      `${page}; mkdir ../pdf; truncate -s 5G ../pdf/a.pdf`,
      "build:user:output:file-too-large",
    ],
    [
      "more than 100,000 files",
      python('for n in range(100000): open(str(n), "w").close()'),
      "build:user:output:refused",
    ],
  ])("%s", async (_, script, notice) => {
    await build(script);
    expect(await refusal()).toBe(notice);
  });

  test("a file larger than the build's disk cannot even be made", async () => {
    await build(`${page}; truncate -s 5G huge.bin; cat /dev/zero > real.bin`, 50);
    const sizes = await check().then((output) => output.pages.map(({ path, size }) => [path, size]));
    expect(sizes).toEqual([
      ["huge.bin", 0],
      ["index.html", 9],
      ["real.bin", 50 * 1024 * 1024],
    ]);
  });

  test("the sandbox makes neither devices nor links to other people's files", async () => {
    const text = await build(`${page}; mknod d c 1 3; ln /usr/bin/env e; ln /etc/ssl/openssl.cnf f; ls`);
    expect(text.trim().split("\n").at(-1)).toBe("index.html");
  });

  test("devices and other people's files are refused even if they were there", async () => {
    await build(page);
    // Only root could put them there, and only then do builds have a user of their own.
    if (user === null) return;
    const html = join(workspace.host.checkout, "_readthedocs", "html");
    execFileSync("mknod", [join(html, "null"), "c", "1", "3"]);
    expect(await refusal()).toBe("build:user:output:refused");
    await rm(join(html, "null"));
    const secret = join(env.DATA_DIR, "secret-of-the-worker");
    await writeFile(secret, "hunter2", { mode: 0o600 });
    await link(secret, join(html, "mine.txt"));
    expect(await refusal()).toBe("build:user:output:refused");
  });
});

describe("a file that becomes another one while it is read", () => {
  test.each<[string, (path: string) => Promise<void>]>([
    ["a link", async (path) => symlink("/etc/shadow", path)],
    ["a longer file", async (path) => writeFile(path, "longer than before")],
    ["a folder", async (path) => void (await mkdir(path))],
    ["a pipe", async (path) => void execFileSync("mkfifo", [path])],
  ])("%s is not read, and nothing is published", async (_, swap) => {
    await build(`${page}; echo 1 > page.html`);
    const { pages } = await check();
    const path = join(workspace.host.checkout, "_readthedocs", "html", "page.html");
    await rename(path, `${path}.old`);
    await swap(path);
    const signal = new AbortController().signal;
    await expect(writeTree({ projectId, buildId: 1, files: pages, signal })).rejects.toThrow();
    expect(await storage.has(`projects/${projectId}/manifests/1.json`)).toBe(false);
  });
});

describe("output that is published", () => {
  test("follows links inside, ends in circles, leaves out links to nothing and .git", async () => {
    await build(
      `${page}; mkdir v1; echo 1 > v1/a.html; ln -s v1 stable; ln -s b a; ln -s a b; ln -s . self; mkdir .git; echo x > .git/config`,
    );
    const { pages } = await check();
    expect(pages.map((file) => file.path)).toEqual(["index.html", "stable/a.html", "v1/a.html"]);
  });

  test("keeps names that differ in case only apart", async () => {
    await build(
      `${page}; echo 1 > Page.html; echo 2 > page.html; mkdir API api; echo 3 > API/x; echo 4 > api/x`,
    );
    const { pages } = await check();
    expect(pages.map((file) => file.path)).toEqual([
      "API/x",
      "Page.html",
      "api/x",
      "index.html",
      "page.html",
    ]);
  });

  test("downloads are renamed, the last extension kept, asked for or not", async () => {
    await build(
      `${page}; mkdir ../pdf ../epub ../htmlzip; echo 1 > ../pdf/guide-1.2.final.PDF; echo 22 > ../epub/.epub; echo 333 > "../htmlzip/a b.zip"`,
    );
    const { artifacts } = await check();
    expect(artifacts.map(({ format, file }) => [format, file.path, file.size])).toEqual([
      ["htmlzip", "guide.zip", 4],
      ["pdf", "guide.PDF", 2],
      ["epub", "guide.epub", 3],
    ]);
  });

  test.each<[string, string, unknown]>([
    ["a mapping", "echo 'a: [1, two]' > readthedocs-build.yaml", { a: [1, "two"] }],
    ["nothing", "true", null],
    ["bad YAML", "echo 'a: [' > readthedocs-build.yaml", null],
    ["a list", "echo '- a' > readthedocs-build.yaml", null],
    ["a NUL in a text", `printf '"a": "x\\\\0y"' > readthedocs-build.yaml`, { a: "x\0y" }],
    ["a folder", "mkdir readthedocs-build.yaml", null],
    ["too much", "(echo 'a: >'; yes '  aaaaaaaaaaaaaaaa' | head -n 100000) > readthedocs-build.yaml", null],
    ["an alias of itself", "echo 'a: &a [*a]' > readthedocs-build.yaml", null],
  ])("build data: %s", async (_, script, expected) => {
    await build(`${page}; ${script}`);
    expect((await check()).buildData).toEqual(expected);
  });
});
