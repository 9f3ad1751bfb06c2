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

const opening = '{"format":2,"files":[\n';
const closing = "]}";
const newline = 10;

/**
 * A manifest as stored: a JSON document with one file on each line, ordered by the bytes of the quoted path, so that a line is found
 * without reading the others. The type follows from the path and is not stored.
 */
export function formatManifest(files: Iterable<readonly [string, Omit<ManifestFile, "type">]>): string {
  const lines: [key: Buffer, line: string][] = [];
  for (const [path, file] of files) {
    const line: Line = [path, file.hash, file.size, file.br, file.gzip];
    lines.push([keyOf(path), JSON.stringify(line)]);
  }
  lines.sort(([a], [b]) => Buffer.compare(a, b));
  const text = lines.map(([, line]) => line).join(",\n");
  return `${opening}${text}${text === "" ? "" : "\n"}${closing}`;
}

/**
 * The reverse. Nothing is parsed before it is asked for: ten thousand files would take the time of fifty requests, and twice the
 * memory of their text. Throws, at once or when a broken line is read, when the bytes are not a manifest of ours.
 */
export function parseManifest(stored: Buffer): StoredManifest {
  const bytes = inLines(stored);
  const [start, end] = [opening.length, bytes.length - closing.length];
  const nextLine = (from: number): number => bytes.indexOf(newline, from) + 1 || end;

  /** Where the line of a path begins, or null: half of the rest is ruled out at each step. */
  function find(path: string): number | null {
    const key = keyOf(path);
    let [low, high] = [start, end];
    while (low < high) {
      const line = Math.max(low, bytes.lastIndexOf(newline, ((low + high) >>> 1) - 1) + 1);
      const order = bytes.compare(key, 0, key.length, line + 1, Math.min(line + 1 + key.length, end));
      if (order === 0) return line;
      if (order < 0) low = nextLine(line);
      else high = line;
    }
    return null;
  }

  function* entries(): MapIterator<[string, ManifestFile]> {
    for (let line = start; line < end; line = nextLine(line)) yield readLine(bytes, line, nextLine(line));
  }

  function* keys(): MapIterator<string> {
    for (const [path] of entries()) yield path;
  }

  function* values(): MapIterator<ManifestFile> {
    for (const [, file] of entries()) yield file;
  }

  return {
    bytes: bytes.length,
    get: (path) => {
      const line = find(path);
      return line === null ? undefined : readLine(bytes, line, nextLine(line))[1];
    },
    has: (path) => find(path) !== null,
    keys,
    values,
    [Symbol.iterator]: entries,
  };
}

/** No key is the beginning of another one, because a quote ends it. */
const keyOf = (path: string): Buffer => Buffer.from(JSON.stringify(path));

function readLine(bytes: Buffer, start: number, end: number): [path: string, file: ManifestFile] {
  const text = bytes.toString("utf8", start, end).trimEnd();
  const line: unknown = JSON.parse(text.endsWith(",") ? text.slice(0, -1) : text);
  if (!isLine(line)) throw new Error("Not a manifest line.");
  const [path, hash, size, br, gzip] = line;
  return [path, { hash, size, type: contentType(path), br, gzip }];
}

/** Manifests of format 1 hold the same lines, unordered and without line breaks. */
function inLines(stored: Buffer): Buffer {
  const head = stored.toString("latin1", 0, opening.length);
  if (head === opening && stored.toString("latin1", stored.length - closing.length) === closing)
    return stored;
  const document: unknown = JSON.parse(stored.toString("utf8"));
  if (!isFirstFormat(document)) throw new Error("Not a manifest.");
  return Buffer.from(
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

/** Where a build's manifest lies. */
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

function isFirstFormat(value: unknown): value is { files: unknown[] } {
  return (
    typeof value === "object" &&
    value !== null &&
    "format" in value &&
    value.format === 1 &&
    "files" in value &&
    Array.isArray(value.files)
  );
}

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
