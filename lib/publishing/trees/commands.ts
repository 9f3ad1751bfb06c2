import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { type BrotliOptions, brotliCompress, constants, gzip } from "node:zlib";
import { storage } from "#lib/platform/storage/storage.ts";
import {
  blobKey,
  contentType,
  formatManifest,
  isCompressible,
  type ManifestFile,
  manifestKey,
} from "#lib/publishing/rules/manifest.ts";
import { changed, type OpenFile, openTreeFile, type TreeFile } from "#lib/publishing/trees/queries.ts";

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
 * Stores a build's pages, found by `listTree`: every file under its hash, compressed copies of text, and last the manifest.
 * Nothing is visible to readers before the build is published, so a crash between any two steps leaves the old site; running it
 * again finishes the work. Throws `TreeRefusal` for a file that is not the one that was found.
 */
export async function writeTree(order: {
  projectId: number;
  buildId: number;
  files: readonly TreeFile[];
  signal: AbortSignal;
}): Promise<{ manifestKey: string; fileCount: number; totalBytes: number }> {
  const { projectId, buildId, files, signal } = order;
  const listed: [string, Stored][] = [];
  const storing = new Map<string, Promise<Stored>>();

  let stopped = false;
  const waiting = files.values();
  const taker = async (): Promise<void> => {
    try {
      for (const file of waiting) {
        if (stopped) return;
        signal.throwIfAborted();
        listed.push([file.path, await storeFile(projectId, file, { storing, compress: true })]);
      }
    } catch (error) {
      stopped = true;
      throw error;
    }
  };
  await finishAll(Array.from({ length: atOnce }, taker));

  signal.throwIfAborted();
  await storage.settle();
  const key = manifestKey(projectId, buildId);
  await storage.put(key, formatManifest(listed));
  const totalBytes = files.reduce((sum, file) => sum + file.size, 0);
  return { manifestKey: key, fileCount: files.length, totalBytes };
}

/** Stores a build's downloads. `path` of a file is the name it is downloaded under. Collectors must know them: no manifest does. */
export async function writeArtifacts<F extends string>(order: {
  projectId: number;
  artifacts: readonly { readonly format: F; readonly file: TreeFile }[];
  signal: AbortSignal;
}): Promise<{ format: F; name: string; blob: string; bytes: number }[]> {
  const stored = [];
  for (const { format, file } of order.artifacts) {
    order.signal.throwIfAborted();
    const { hash, size } = await storeFile(order.projectId, file, { storing: new Map(), compress: false });
    stored.push({ format, name: file.path, blob: hash, bytes: size });
  }
  return stored;
}

/** Waits for every one before failing with the first failure, so that no work goes on behind the caller's back. */
async function finishAll(work: Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
}

type Storing = {
  /** By content: the same bytes under several names are stored once. */
  readonly storing: Map<string, Promise<Stored>>;
  readonly compress: boolean;
};

async function storeFile(projectId: number, file: TreeFile, { storing, compress }: Storing): Promise<Stored> {
  using source = openTreeFile(file);
  const bytes = file.size <= heldInMemory ? source.bytes() : null;
  const hash = bytes === null ? await hashOf(source) : createHash("sha256").update(bytes).digest("hex");
  const copies = compress && bytes !== null && isCompressible(contentType(file.path), file.size);
  // A name whose type is not compressed may come first.
  const known = storing.get(`${hash} ${copies}`);
  if (known !== undefined) return known;
  const stored = storeBlob(projectId, hash, file, bytes ?? source, copies);
  storing.set(`${hash} ${copies}`, stored);
  return await stored;
}

/** The copies are written first: a file that is there has all the copies it will ever have. */
async function storeBlob(
  projectId: number,
  hash: string,
  file: TreeFile,
  source: Buffer | OpenFile,
  compress: boolean,
): Promise<Stored> {
  const key = blobKey(projectId, hash);
  // A file of another size is what a power cut can leave of an older write.
  const known = (await storage.size(key)) === file.size;
  if (!Buffer.isBuffer(source)) {
    if (!known) await storage.putSoon(key, Readable.from(verified(file, source, hash)));
    return { hash, size: file.size, br: 0, gzip: 0 };
  }
  const [br, gzip] = compress ? await storeCopies(projectId, hash, source, known) : [0, 0];
  if (!known) await storage.putSoon(key, source);
  return { hash, size: file.size, br, gzip };
}

/** Makes the compressed copies that are missing; returns the sizes of both, 0 where a copy is not worth having. */
async function storeCopies(
  projectId: number,
  hash: string,
  bytes: Buffer,
  known: boolean,
): Promise<[br: number, gzip: number]> {
  const brKey = blobKey(projectId, hash, "br");
  const gzipKey = blobKey(projectId, hash, "gzip");
  if (known) {
    const [brSize, gzipSize] = await Promise.all([storage.size(brKey), storage.size(gzipKey)]);
    if (brSize && gzipSize) return [brSize, gzipSize];
  }
  const [br, zipped] = await Promise.all([brotli(bytes, brotliSettings(bytes)), zip(bytes, { level: 4 })]);
  if (br.length > bytes.length * worthwhile || zipped.length > bytes.length * worthwhile) return [0, 0];
  await Promise.all([storage.putSoon(brKey, br), storage.putSoon(gzipKey, zipped)]);
  return [br.length, zipped.length];
}

const brotliSettings = (bytes: Buffer): BrotliOptions => ({
  params: {
    // One step more costs half as much again and saves a twentieth.
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    // The default window is made for megabytes; clearing it would take longer than compressing a page.
    [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(16, Math.ceil(Math.log2(bytes.length)))),
  },
});

async function hashOf(file: OpenFile): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of file.stream()) hash.update(chunk);
  return hash.digest("hex");
}

/** A large file once more, failing at its end if the bytes are not those that were hashed. */
async function* verified(file: TreeFile, source: OpenFile, expected: string): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  for await (const chunk of source.stream()) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest("hex") !== expected) throw changed(file);
}
