import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { env } from "#lib/platform/env.ts";
import { storage } from "#lib/platform/storage/storage.ts";
import { blobKey, type Manifest, parseManifest } from "#lib/publishing/rules/manifest.ts";
import { writeTree } from "#lib/publishing/trees/commands.ts";
import { listTree } from "#lib/publishing/trees/queries.ts";
import { type TreeLimits, treeLimits } from "#lib/publishing/trees/rules.ts";

const projectId = 900_001;
let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "tree-"));
});
afterEach(async () => {
  await rm(directory, { recursive: true, force: true });
  await storage.deleteTree(`projects/${projectId}/`);
});

async function file(path: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(join(directory, "site", path)), { recursive: true });
  await writeFile(join(directory, "site", path), content);
}
const list = (limits: Partial<TreeLimits> = {}) =>
  listTree(join(directory, "site"), { ...treeLimits, ...limits });
const write = async (limits: Partial<TreeLimits> = {}, buildId = 1) =>
  writeTree({ projectId, buildId, files: await list(limits), signal: new AbortController().signal });
const manifest = async (buildId = 1): Promise<Manifest> =>
  parseManifest(await storage.get(`projects/${projectId}/manifests/${buildId}.json`));
const refused = (code: string) => expect.objectContaining({ treeRefusal: true, code });

describe("writing a tree", () => {
  it("stores every file under its hash and lists it with size and type", async () => {
    await file("index.html", "<h1>Hello</h1>");
    await file("deep/down/data.bin", Buffer.from([0, 1, 2]));
    await file("Ünï code.txt", "x");
    await file(".well-known/x.json", "{}");
    const written = await write();
    expect(written).toEqual({
      manifestKey: `projects/${projectId}/manifests/1.json`,
      fileCount: 4,
      totalBytes: 20,
    });
    const files = await manifest();
    expect([...files.keys()]).toEqual([
      ".well-known/x.json",
      "deep/down/data.bin",
      "index.html",
      "Ünï code.txt",
    ]);
    const page = files.get("index.html")!;
    expect(page).toMatchObject({ size: 14, type: "text/html; charset=utf-8", br: 0, gzip: 0 });
    expect((await storage.get(blobKey(projectId, page.hash))).toString()).toBe("<h1>Hello</h1>");
  });

  it("keeps compressed copies of text from half a kilobyte on, and none of what does not shrink", async () => {
    const text = "All work and no play. ".repeat(200);
    const noise = Buffer.from(
      Array.from({ length: 4000 }, (_, i) => (i * i * 7919 + (i >> 3) * 104_729) & 255),
    );
    await file("page.html", text);
    await file("picture.png", text);
    await file("noise.txt", noise);
    await write();
    const files = await manifest();
    const page = files.get("page.html")!;
    const br = await storage.get(blobKey(projectId, page.hash, "br"));
    const gzip = await storage.get(blobKey(projectId, page.hash, "gzip"));
    expect([br.length, gzip.length]).toEqual([page.br, page.gzip]);
    expect(brotliDecompressSync(br).toString()).toBe(text);
    expect(gunzipSync(gzip).toString()).toBe(text);
    expect(files.get("picture.png")).toMatchObject({ br: 0, gzip: 0 });
  });

  it("stores a file larger than memory is lent for", async () => {
    await file("big.bin", Buffer.alloc(11 * 1024 * 1024, 7));
    await write();
    const big = (await manifest()).get("big.bin")!;
    expect(await storage.size(blobKey(projectId, big.hash))).toBe(11 * 1024 * 1024);
  });

  it("writes only what is new the second time, and heals a copy that a power cut left empty", async () => {
    await file("a.html", "a".repeat(600));
    await file("b.html", "b".repeat(600));
    await write({}, 1);
    const a = (await manifest(1)).get("a.html")!;
    const b = (await manifest(1)).get("b.html")!;
    await truncate(join(env.DATA_DIR, "blobs", blobKey(projectId, a.hash)), 0);
    await write({}, 2);
    expect((await manifest(2)).get("b.html")).toEqual(b);
    expect((await storage.get(blobKey(projectId, a.hash))).toString()).toBe("a".repeat(600));
  });

  it("leaves out .git folders, also through a link, and links that lead nowhere inside", async () => {
    await file("index.html", "x");
    await file(".git/config", "[remote] url = https://user:token@host");
    await symlink(".git/config", join(directory, "site", "config.txt"));
    await symlink("gone.html", join(directory, "site", "dangling.html"));
    await write();
    expect([...(await manifest()).keys()]).toEqual(["index.html"]);
  });

  it("follows links that stay inside, without ending up in a circle", async () => {
    await file("v1/index.html", "one");
    await symlink("v1", join(directory, "site", "stable"));
    await symlink("v1/index.html", join(directory, "site", "start.html"));
    await symlink("..", join(directory, "site", "v1", "up"));
    await write();
    const paths = [...(await manifest()).keys()];
    expect(paths).toEqual(expect.arrayContaining(["stable/index.html", "start.html", "v1/index.html"]));
    expect(paths.length).toBeLessThan(10);
  });

  it("stops when asked to, and then has written no manifest", async () => {
    await file("index.html", "x");
    const stop = new AbortController();
    stop.abort(new Error("cancelled"));
    const order = { projectId, buildId: 5, files: await list(), signal: stop.signal };
    await expect(writeTree(order)).rejects.toThrow("cancelled");
    expect(await storage.has(`projects/${projectId}/manifests/5.json`)).toBe(false);
  });
});

describe("output that is refused", () => {
  it("links that leave the tree", async () => {
    await file("index.html", "x");
    for (const target of ["/etc/passwd", "../../../../../../etc/passwd", "../outside", "/nowhere/at/all"]) {
      await symlink(target, join(directory, "site", "link"));
      await expect(write()).rejects.toEqual(refused("leaves_tree"));
      await rm(join(directory, "site", "link"));
    }
  });

  it("a link to a folder outside, and a site that is itself a link", async () => {
    await file("index.html", "x");
    await symlink(directory, join(directory, "site", "out"));
    await expect(write()).rejects.toEqual(refused("leaves_tree"));
    await symlink("/etc", join(directory, "other"));
    await expect(listTree(join(directory, "other"))).rejects.toEqual(refused("not_a_directory"));
  });

  it("pipes and sockets, without waiting for a writer", async () => {
    await file("index.html", "x");
    execFileSync("mkfifo", [join(directory, "site", "pipe")]);
    await expect(write()).rejects.toEqual(refused("special_file"));
  });

  it.each([
    ["too many files", "too_many", { files: 2 }],
    ["a file that is too large", "too_large", { fileBytes: 9 }],
    ["too much in total", "too_large", { totalBytes: 25 }],
    ["a name that is too long", "name", { nameBytes: 4 }],
    ["a path that is too long", "name", { pathBytes: 7 }],
    ["too many folders in each other", "too_many", { depth: 1 }],
    ["too many names of any kind", "too_many", { entries: 3 }],
  ])("%s", async (_, code, limits) => {
    for (const name of ["a.txt", "b.txt", "dir/c.txt"]) await file(name, "0123456789");
    await expect(write(limits)).rejects.toEqual(refused(code));
  });

  it("folders that link to each other again and again, without a single file", async () => {
    await file("index.html", "x");
    for (let level = 0; level < 40; level += 1) {
      const folder = join(directory, "site", `${level}`);
      await mkdir(folder);
      if (level < 39) for (const name of ["a", "b"]) await symlink(`../${level + 1}`, join(folder, name));
    }
    await expect(write({ entries: 2_000 })).rejects.toEqual(refused("too_many"));
  });

  it("names that no address can carry", async () => {
    await file("index.html", "x");
    for (const name of [Buffer.from("a\\b"), Buffer.from("line\nbreak"), Buffer.from([0x66, 0xff])]) {
      const path = Buffer.concat([Buffer.from(`${join(directory, "site")}/`), name]);
      await writeFile(path, "x");
      await expect(write()).rejects.toEqual(refused("name"));
      await rm(path);
    }
    expect(await readdir(join(directory, "site"))).toEqual(["index.html"]);
  });
});
