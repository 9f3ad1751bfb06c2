import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { notFound } from "#lib/platform/errors.ts";
import type { ByteRange, Storage } from "#lib/platform/storage/contract.ts";
import { keySegments, prefixSegments } from "#lib/platform/storage/key.ts";

const run = promisify(execFile);

/** In bytes. */
const small = 256 * 1024;

/** Objects as files below `root`. Unfinished writes lie in `root/.unfinished`, on the same file system as their goal. */
export function diskStorage(root: string): Storage {
  const unfinished = join(root, ".unfinished");
  const temporaryPath = (): string => join(unfinished, `${process.pid}-${randomBytes(12).toString("hex")}`);
  const pathOf = (key: string): string => join(root, ...keySegments(key));

  async function write(key: string, body: Buffer | Readable, lasting: boolean): Promise<void> {
    const target = pathOf(key);
    const temporary = temporaryPath();
    const file = await creatingFolder(unfinished, () => open(temporary, "wx", 0o600));
    try {
      await writeAll(file, body, lasting);
      await creatingFolder(dirname(target), () => rename(temporary, target));
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  /** For a small file the way to the thread pool and back costs more than the writing. */
  function writeSmall(key: string, body: Buffer): void {
    const target = pathOf(key);
    const temporary = temporaryPath();
    try {
      creatingFolderNow(unfinished, () => writeFileSync(temporary, body, { flag: "wx", mode: 0o600 }));
      creatingFolderNow(dirname(target), () => renameSync(temporary, target));
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  }

  async function read(key: string, range?: ByteRange): Promise<{ stream: Readable; size: number }> {
    const file = await open(pathOf(key), "r").catch(absent);
    try {
      const { size } = await file.stat();
      return { stream: file.createReadStream(range ? { start: range.start, end: range.end } : {}), size };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async function size(key: string): Promise<number | null> {
    const found = await stat(pathOf(key)).catch(missingIsNull);
    return found?.isFile() ? found.size : null;
  }

  async function* walk(segments: string[]): AsyncGenerator<string> {
    const entries = await readdir(join(root, ...segments), { withFileTypes: true }).catch(missingIsNull);
    const sorted = (entries ?? []).sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of sorted) {
      const path = [...segments, entry.name];
      if (entry.isDirectory()) yield* walk(path);
      else if (entry.isFile()) yield path.join("/");
    }
  }

  return {
    put: (key, body) => write(key, body, true),
    putSoon: async (key, body) => {
      if (Buffer.isBuffer(body) && body.length <= small) writeSmall(key, body);
      else await write(key, body, false);
    },
    // One order for the whole file system costs a fraction of one per file.
    settle: async () => {
      await mkdir(root, { recursive: true, mode: 0o700 });
      await run("sync", ["-f", root]);
    },
    read,
    size,
    get: (key) => readFile(pathOf(key)).catch(absent),
    has: async (key) => (await size(key)) !== null,
    list: (prefix) => walk(prefixSegments(prefix)),
    delete: async (key) => {
      await unlink(pathOf(key)).catch(missingIsNull);
    },
    deleteTree: (prefix) => rm(join(root, ...prefixSegments(prefix)), { recursive: true, force: true }),
  };
}

async function writeAll(file: FileHandle, body: Buffer | Readable, lasting: boolean): Promise<void> {
  try {
    if (Buffer.isBuffer(body)) await file.writeFile(body);
    else for await (const chunk of body) await file.writeFile(chunk);
    if (lasting) await file.sync();
  } finally {
    await file.close();
  }
}

/** Runs a step that needs a folder, making the folder only when it turns out to be missing. */
async function creatingFolder<T>(folder: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (!isMissing(error)) throw error;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return step();
  }
}

function creatingFolderNow(folder: string, step: () => void): void {
  try {
    step();
  } catch (error) {
    if (!isMissing(error)) throw error;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    step();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}

function missingIsNull(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

function absent(error: unknown): never {
  throw isMissing(error) ? notFound("stored object") : error;
}
