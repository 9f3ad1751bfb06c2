import { randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { notFound } from "#lib/platform/errors.ts";
import type { ByteRange, Storage } from "#lib/platform/storage/contract.ts";
import { keySegments, prefixSegments } from "#lib/platform/storage/key.ts";

/** Objects as files below `root`. Unfinished writes lie in `root/.unfinished`, on the same file system as their goal. */
export function diskStorage(root: string): Storage {
  const unfinished = join(root, ".unfinished");
  const pathOf = (key: string): string => join(root, ...keySegments(key));

  async function put(key: string, body: Buffer | Readable): Promise<void> {
    const target = pathOf(key);
    const temporary = join(unfinished, `${process.pid}-${randomBytes(12).toString("hex")}`);
    const file = await creatingFolder(unfinished, () => open(temporary, "wx", 0o600));
    try {
      await writeAll(file, body);
      await creatingFolder(dirname(target), () => rename(temporary, target));
    } catch (error) {
      await rm(temporary, { force: true });
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
    put,
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

async function writeAll(file: FileHandle, body: Buffer | Readable): Promise<void> {
  try {
    if (Buffer.isBuffer(body)) await file.writeFile(body);
    else for await (const chunk of body) await file.writeFile(chunk);
    await file.sync();
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
