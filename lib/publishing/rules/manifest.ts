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
export type Manifest = ReadonlyMap<string, ManifestFile>;

type Line = [path: string, hash: string, size: number, br: number, gzip: number];

/**
 * A manifest as stored: a small JSON document, one short array per file, so that ten thousand files load in milliseconds.
 * The type follows from the path and is not stored.
 */
export function formatManifest(files: Iterable<readonly [string, Omit<ManifestFile, "type">]>): string {
  const lines: Line[] = [];
  for (const [path, file] of files) lines.push([path, file.hash, file.size, file.br, file.gzip]);
  lines.sort((a, b) => (a[0] < b[0] ? -1 : 1));
  return JSON.stringify({ format: 1, files: lines });
}

/** The reverse. Throws when the text is not a manifest of ours. */
export function parseManifest(text: string): Manifest {
  const stored: unknown = JSON.parse(text);
  if (!isStored(stored)) throw new Error("Not a manifest of format 1.");
  const manifest = new Map<string, ManifestFile>();
  const types = new Map<string, string>();
  for (const line of stored.files) {
    if (!isLine(line)) throw new Error("Not a manifest line.");
    const [path, hash, size, br, gzip] = line;
    const type = contentType(path, types);
    manifest.set(path, { hash, size, type, br, gzip });
  }
  return manifest;
}

/** The Content-Type a file is served with, chosen by its extension (spec/serving.md 7). */
export function contentType(path: string, known = new Map<string, string>()): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  const extension = dot === -1 ? "" : name.slice(dot).toLowerCase();
  let type = known.get(extension);
  if (type === undefined) {
    type = (extension !== "" && mime.contentType(extension)) || "application/octet-stream";
    known.set(extension, type);
  }
  return type;
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

function isStored(value: unknown): value is { files: unknown[] } {
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
