import { deflateRawSync, inflateRawSync } from "node:zlib";
import mime from "mime-types";

/** One published file. Sizes are bytes; `br` and `gzip` are the sizes of its compressed copies, 0 where there is none. */
export interface ManifestFile {
  readonly hash: string;
  readonly size: number;
  readonly type: string;
  readonly br: number;
  readonly gzip: number;
}

/** Every file of a build by path; paths are relative, plain text, with `/` between the parts. */
export type Manifest = Pick<
  ReadonlyMap<string, ManifestFile>,
  "get" | "has" | "keys" | "values" | typeof Symbol.iterator
>;

/** A manifest as it was stored, for whoever keeps several: `bytes` is what it takes in memory. */
export type StoredManifest = Manifest & { readonly bytes: number };

type Line = [path: string, hash: string, size: number, br: number, gzip: number];
type Entry = readonly [path: string, file: Omit<ManifestFile, "type">];

/** How many files are compressed together: looking one up takes as long as reading them. */
const linesPerBlock = 128;
const newline = 10;

/**
 * A manifest as stored: a line of JSON that says with which path each block begins and how many bytes it has, then the blocks. A block
 * is compressed text with a file on each line, ordered by the bytes of the quoted path, so that a file is found without reading the
 * others. The type follows from the path and is not stored.
 */
export function formatManifest(files: Iterable<Entry>): Buffer {
  const lines: [key: Buffer, line: Line][] = [];
  for (const [path, { hash, size, br, gzip }] of files) {
    lines.push([keyOf(path), [path, hash, size, br, gzip]]);
  }
  lines.sort(([a], [b]) => Buffer.compare(a, b));
  const directory: BlockEntry[] = [];
  const blocks: Buffer[] = [];
  for (let from = 0; from < lines.length; from += linesPerBlock) {
    const block = lines.slice(from, from + linesPerBlock);
    const bytes = deflateRawSync(block.map(([, line]) => `${JSON.stringify(line)}\n`).join(""));
    directory.push([block[0]?.[1][0] ?? "", bytes.length]);
    blocks.push(bytes);
  }
  return Buffer.concat([Buffer.from(`${JSON.stringify({ format: 3, blocks: directory })}\n`), ...blocks]);
}

/**
 * The reverse. Nothing but the directory is read before it is asked for: ten thousand files would take the time of fifty requests, and
 * ten times the memory. Throws, at once or when a broken block is read, when the bytes are not a manifest of ours.
 */
export function parseManifest(stored: Buffer): StoredManifest {
  const { bytes, directory, starts } = openManifest(stored);
  // Bytes lie outside the heap of V8, which answers their growth with full collections: one first page in fifty waited for one.
  const [kept, size] = [bytes.toString("latin1"), bytes.length];
  let last: { index: number; lines: Buffer } | null = null;

  function block(index: number): Buffer {
    if (last?.index === index) return last.lines;
    const lines = inflateRawSync(Buffer.from(kept.slice(starts[index], starts[index + 1]), "latin1"));
    last = { index, lines };
    return lines;
  }

  /** The only line that may be a path's: half of the blocks, then half of the lines, is ruled out at each step. */
  function find(path: string): [lines: Buffer, start: number] | null {
    const key = keyOf(path);
    let [low, high] = [0, directory.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (Buffer.compare(keyOf(directory[middle]?.[0] ?? ""), key) <= 0) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return null;
    const lines = block(low - 1);
    const start = findLine(lines, key);
    return start === null ? null : [lines, start];
  }

  function* entries(): MapIterator<[string, ManifestFile]> {
    for (const index of directory.keys()) {
      const lines = block(index);
      for (let line = 0; line < lines.length; line = lineAfter(lines, line)) yield readLine(lines, line);
    }
  }

  function* keys(): MapIterator<string> {
    for (const [path] of entries()) yield path;
  }

  function* values(): MapIterator<ManifestFile> {
    for (const [, file] of entries()) yield file;
  }

  return {
    bytes: size,
    get: (path) => {
      const found = find(path);
      return found === null ? undefined : readLine(...found)[1];
    },
    has: (path) => find(path) !== null,
    keys,
    values,
    [Symbol.iterator]: entries,
  };
}

/** No key is the beginning of another one, because a quote ends it. */
const keyOf = (path: string): Buffer => Buffer.from(JSON.stringify(path));

const lineAfter = (lines: Buffer, line: number): number => lines.indexOf(newline, line) + 1 || lines.length;

function findLine(lines: Buffer, key: Buffer): number | null {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const line = Math.max(low, lines.lastIndexOf(newline, ((low + high) >>> 1) - 1) + 1);
    const order = lines.compare(key, 0, key.length, line + 1, Math.min(line + 1 + key.length, lines.length));
    if (order === 0) return line;
    if (order < 0) low = lineAfter(lines, line);
    else high = line;
  }
  return null;
}

function readLine(lines: Buffer, start: number): [path: string, file: ManifestFile] {
  const line: unknown = JSON.parse(lines.toString("utf8", start, lineAfter(lines, start)));
  if (!isLine(line)) throw new Error("Not a manifest line.");
  const [path, hash, size, br, gzip] = line;
  return [path, { hash, size, type: contentType(path), br, gzip }];
}

type BlockEntry = readonly [firstPath: string, bytes: number];
/** `starts` has the end of the last block behind the starts of all. */
type Opened = { bytes: Buffer; directory: readonly BlockEntry[]; starts: readonly number[] };

/** Manifests of format 1 and 2 are one JSON document, with the same lines. */
function openManifest(stored: Buffer): Opened {
  const end = stored.indexOf(newline);
  const head: unknown =
    end === -1 || stored[end - 1] !== 0x7d ? null : JSON.parse(stored.toString("utf8", 0, end));
  if (isDirectory(head)) {
    const starts = [end + 1];
    for (const [, length] of head.blocks) starts.push((starts.at(-1) ?? 0) + length);
    if (starts.at(-1) !== stored.length) throw new Error("Not a whole manifest.");
    return { bytes: stored, directory: head.blocks, starts };
  }
  const document: unknown = JSON.parse(stored.toString("utf8"));
  if (!isDocument(document)) throw new Error("Not a manifest.");
  return openManifest(
    formatManifest(
      document.files.map((line) => {
        if (!isLine(line)) throw new Error("Not a manifest line.");
        const [path, hash, size, br, gzip] = line;
        return [path, { hash, size, br, gzip }];
      }),
    ),
  );
}

/** The Content-Type a file is served with, chosen by its extension (spec/serving.md 7). */
export function contentType(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  const extension = dot === -1 ? "" : name.slice(dot).toLowerCase();
  return (extension !== "" && mime.contentType(extension)) || "application/octet-stream";
}

/** Compressed copies are worth making for text from this size on, in bytes. */
const smallestCompressed = 512;
/** Beyond this a copy would take longer to make than it saves, in bytes. */
const largestCompressed = 10 * 1024 * 1024;

export function isCompressible(type: string, size: number): boolean {
  if (size < smallestCompressed || size > largestCompressed) return false;
  return /^text\/|[/+](?:json|xml|javascript|wasm)(?:;|$)|^image\/svg|^application\/(?:manifest|vnd\.ms-fontobject)|^font\/(?:ttf|otf)/.test(
    type,
  );
}

/** Where a build's manifest lies; its name is from the days when all of it was JSON. */
export const manifestKey = (projectId: number, buildId: number): string =>
  `projects/${projectId}/manifests/${buildId}.json`;

/** Where a file's bytes lie; `hash` is 64 hexadecimal digits. */
export function blobKey(
  projectId: number,
  hash: string,
  encoding: "identity" | "br" | "gzip" = "identity",
): string {
  const key = `projects/${projectId}/blobs/${hash.slice(0, 2)}/${hash}`;
  return encoding === "identity" ? key : `${key}.${encoding}`;
}

function isDirectory(value: unknown): value is { blocks: BlockEntry[] } {
  return (
    hasFormat(value, 3) &&
    "blocks" in value &&
    Array.isArray(value.blocks) &&
    value.blocks.every(
      (block: unknown) =>
        Array.isArray(block) &&
        typeof block[0] === "string" &&
        Number.isSafeInteger(block[1]) &&
        block[1] > 0,
    )
  );
}

function isDocument(value: unknown): value is { files: unknown[] } {
  return hasFormat(value, 1, 2) && "files" in value && Array.isArray(value.files);
}

const hasFormat = (value: unknown, ...formats: unknown[]): value is object =>
  typeof value === "object" && value !== null && "format" in value && formats.includes(value.format);

function isLine(value: unknown): value is Line {
  if (!Array.isArray(value) || value.length !== 5) return false;
  const [path, hash, ...sizes] = value;
  return (
    typeof path === "string" &&
    typeof hash === "string" &&
    /^[0-9a-f]{64}$/.test(hash) &&
    sizes.every((size) => Number.isSafeInteger(size) && size >= 0)
  );
}
