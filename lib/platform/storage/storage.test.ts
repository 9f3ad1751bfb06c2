import { mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isProblem } from "#lib/platform/errors.ts";
import { diskStorage } from "#lib/platform/storage/disk.ts";
import { openStorage, type Storage } from "#lib/platform/storage/storage.ts";

let root: string;
let store: Storage;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "storage-"));
  store = diskStorage(join(root, "blobs"));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function keys(prefix: string): Promise<string[]> {
  const found: string[] = [];
  for await (const key of store.list(prefix)) found.push(key);
  return found;
}

describe("disk storage", () => {
  it("returns what was put, from a buffer and from a stream", async () => {
    await store.put("projects/1/a", Buffer.from("first"));
    await store.put("projects/1/b", Readable.from([Buffer.from("sec"), Buffer.from("ond")]));
    expect((await store.get("projects/1/a")).toString()).toBe("first");
    expect((await store.get("projects/1/b")).toString()).toBe("second");
  });

  it("replaces an object whole", async () => {
    await store.put("k", Buffer.from("a longer first text"));
    await store.put("k", Buffer.from("short"));
    expect((await store.get("k")).toString()).toBe("short");
  });

  it("reads a byte range, both ends included, and tells the full size", async () => {
    await store.put("k", Buffer.from("0123456789"));
    const part = await store.read("k", { start: 2, end: 4 });
    expect(part.size).toBe(10);
    expect((await buffer(part.stream)).toString()).toBe("234");
  });

  it("throws not-found for absent objects and says so with has and size", async () => {
    await expect(store.get("nothing/here")).rejects.toSatisfy(isProblem);
    await expect(store.read("nothing/here")).rejects.toSatisfy(isProblem);
    expect(await store.has("nothing/here")).toBe(false);
    expect(await store.size("nothing/here")).toBeNull();
  });

  it("lists the keys below a prefix in order and nothing beside it", async () => {
    for (const key of ["projects/1/b", "projects/1/a/x", "projects/10/c"])
      await store.put(key, Buffer.from("."));
    expect(await keys("projects/1/")).toEqual(["projects/1/a/x", "projects/1/b"]);
    expect(await keys("projects/2/")).toEqual([]);
  });

  it("deletes one object or a tree, and does not mind absent ones", async () => {
    for (const key of ["p/1/a", "p/1/b/c", "p/2/d"]) await store.put(key, Buffer.from("."));
    await store.delete("p/2/d");
    await store.delete("p/2/d");
    await store.deleteTree("p/1/");
    expect(await keys("p/")).toEqual([]);
  });

  it("leaves nothing behind when the body fails half way", async () => {
    const failing = Readable.from(
      (async function* () {
        yield Buffer.from("half");
        throw new Error("connection lost");
      })(),
    );
    await expect(store.put("p/x", failing)).rejects.toThrow("connection lost");
    expect(await store.has("p/x")).toBe(false);
    expect(await readdir(join(root, "blobs", ".unfinished"))).toEqual([]);
  });

  it.each([
    "",
    "/",
    "/etc/passwd",
    "../x",
    "a/../../x",
    "a//b",
    "a/./b",
    ".unfinished/x",
    "a/",
    "a\\b",
    "a\0b",
    "ü",
  ])("refuses the key %j", async (key) => {
    await writeFile(join(root, "x"), "outside");
    await expect((async () => store.get(key))()).rejects.toThrow("Not a storage key");
    await expect((async () => store.put(key, Buffer.from("!")))()).rejects.toThrow("Not a storage key");
  });

  it("refuses an empty prefix, so that nothing can delete the whole store", async () => {
    await expect((async () => store.deleteTree(""))()).rejects.toThrow("Not a storage key");
    await expect((async () => store.deleteTree("/"))()).rejects.toThrow("Not a storage key");
  });

  it("does not list through symbolic links", async () => {
    await store.put("p/a", Buffer.from("."));
    await symlink("/etc", join(root, "blobs", "p", "etc"));
    expect(await keys("p/")).toEqual(["p/a"]);
  });
});

describe("STORAGE_URL", () => {
  it("means DATA_DIR/blobs when unset and a folder when it is a file: address", async () => {
    const chosen = openStorage({ STORAGE_URL: pathToFileURL(join(root, "elsewhere")).href, DATA_DIR: root });
    await chosen.put("a", Buffer.from("1"));
    await openStorage({ DATA_DIR: root }).put("b", Buffer.from("2"));
    expect(await readdir(join(root, "elsewhere"))).toContain("a");
    expect(await readdir(join(root, "blobs"))).toContain("b");
  });

  it("stops the start with one sentence for s3:", () => {
    expect(() => openStorage({ STORAGE_URL: "s3://bucket/docs", DATA_DIR: root })).toThrow(
      "STORAGE_URL is not valid: S3 storage is not available yet, use a file: address.",
    );
  });
});
