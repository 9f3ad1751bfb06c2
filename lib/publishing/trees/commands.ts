import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { storage } from "#lib/platform/storage/storage.ts";
import {
  blobKey,
  contentType,
  formatManifest,
  isCompressible,
  type ManifestFile,
  manifestKey,
} from "#lib/publishing/rules/manifest.ts";
import { openTreeFile, type TreeFile, walkTree } from "#lib/publishing/trees/queries.ts";
import { type TreeLimits, TreeRefusal, treeLimits } from "#lib/publishing/trees/rules.ts";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Files read, hashed and stored at the same time: enough to keep disk and compression threads busy. */
const atOnce = 8;
/** Files up to this size are held in memory while they are stored, in bytes. */
const heldInMemory = 10 * 1024 * 1024;
/** A compressed copy must save at least this share of the file. */
const worthwhile = 0.95;

type Stored = Omit<ManifestFile, "type">;

/**
 * Stores a build's output: every file under its hash, compressed copies of text, and last the manifest. Nothing is visible to
 * readers before the build is published, so a crash between any two steps leaves the old site; running it again finishes the
 * work. Throws `TreeRefusal` for output that may not be published.
 */
export async function writeTree(order: {
  projectId: number;
  buildId: number;
  directory: string;
  signal: AbortSignal;
  limits?: TreeLimits;
}): Promise<{ manifestKey: string; fileCount: number; totalBytes: number }> {
  const { projectId, buildId, signal } = order;
  const files: [string, Stored][] = [];
  const storing = new Map<string, Promise<Stored>>();
  let totalBytes = 0;

  let stopped = false;
  const walk = walkTree(order.directory, order.limits ?? treeLimits);
  // Several takers share one walk: an async generator hands out its items one by one.
  const taker = async (): Promise<void> => {
    try {
      for (let next = await walk.next(); !next.done && !stopped; next = await walk.next()) {
        signal.throwIfAborted();
        const file = next.value;
        files.push([file.path, await storeFile(projectId, file, storing)]);
        totalBytes += file.size;
      }
    } catch (error) {
      stopped = true;
      throw error;
    }
  };
  await finishAll(Array.from({ length: atOnce }, taker));

  signal.throwIfAborted();
  const key = manifestKey(projectId, buildId);
  await storage.put(key, Buffer.from(formatManifest(files)));
  return { manifestKey: key, fileCount: files.length, totalBytes };
}

/** Waits for every one before failing with the first failure, so that no work goes on behind the caller's back. */
async function finishAll(work: Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
}

async function storeFile(
  projectId: number,
  file: TreeFile,
  storing: Map<string, Promise<Stored>>,
): Promise<Stored> {
  const handle = await openTreeFile(file);
  try {
    const small = file.size <= heldInMemory;
    const bytes = small ? await handle.readFile() : null;
    if (bytes !== null && bytes.length !== file.size) throw changed(file);
    const hash = bytes === null ? await hashOf(handle) : createHash("sha256").update(bytes).digest("hex");
    const type = contentType(file.path);
    const compress = isCompressible(type, file.size);
    // The same bytes under several names are stored once; a name whose type is not compressed may come first.
    const known = storing.get(`${hash} ${compress}`);
    if (known !== undefined) return known;
    const stored = storeBlob(projectId, hash, file, bytes ?? handle, compress);
    storing.set(`${hash} ${compress}`, stored);
    return await stored;
  } finally {
    await handle.close();
  }
}

async function storeBlob(
  projectId: number,
  hash: string,
  file: TreeFile,
  source: Buffer | FileHandle,
  compress: boolean,
): Promise<Stored> {
  const [br, gzip] =
    compress && Buffer.isBuffer(source) ? await storeCopies(projectId, hash, source) : [0, 0];
  const key = blobKey(projectId, hash);
  // A file of another size is what a power cut can leave of an older write.
  if ((await storage.size(key)) !== file.size) {
    await storage.put(key, Buffer.isBuffer(source) ? source : Readable.from(verified(file, source, hash)));
  }
  return { hash, size: file.size, br, gzip };
}

/** Makes the compressed copies that are missing; returns the sizes of both, 0 where a copy is not worth having. */
async function storeCopies(
  projectId: number,
  hash: string,
  bytes: Buffer,
): Promise<[br: number, gzip: number]> {
  const brKey = blobKey(projectId, hash, "br");
  const gzipKey = blobKey(projectId, hash, "gzip");
  const [brSize, gzipSize] = await Promise.all([storage.size(brKey), storage.size(gzipKey)]);
  if (brSize && gzipSize) return [brSize, gzipSize];
  const [br, zipped] = await Promise.all([
    brotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        // The default window is made for megabytes; clearing it would take longer than compressing a page.
        [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(16, Math.ceil(Math.log2(bytes.length)))),
      },
    }),
    zip(bytes, { level: 6 }),
  ]);
  if (br.length > bytes.length * worthwhile || zipped.length > bytes.length * worthwhile) return [0, 0];
  await Promise.all([storage.put(brKey, br), storage.put(gzipKey, zipped)]);
  return [br.length, zipped.length];
}

async function hashOf(handle: FileHandle): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of handle.createReadStream({ start: 0, autoClose: false })) hash.update(chunk);
  return hash.digest("hex");
}

/** A large file once more, failing at its end if the bytes are not those that were hashed. */
async function* verified(file: TreeFile, handle: FileHandle, expected: string): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  for await (const chunk of handle.createReadStream({ start: 0, autoClose: false })) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest("hex") !== expected) throw changed(file);
}

const changed = (file: TreeFile): TreeRefusal =>
  new TreeRefusal("changed", file.path, `${JSON.stringify(file.path)} changed while it was being published.`);
