import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  openSync,
  readFileSync,
  type Stats,
} from "node:fs";
import { lstat, opendir, readlink, realpath, stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { Readable } from "node:stream";
import {
  checkFile,
  checkName,
  megabytes,
  type TreeLimits,
  TreeRefusal,
  treeLimits,
} from "#lib/publishing/trees/rules.ts";

/** A file of a build's output: `path` is its published path, `source` where its bytes are. */
export interface TreeFile {
  readonly path: string;
  readonly source: string;
  readonly size: number;
  readonly device: number;
  readonly inode: number;
}

/** What every step down the tree carries along. */
interface Walk {
  readonly root: string;
  readonly owner: number;
  readonly device: number;
  readonly limits: TreeLimits;
  entries: number;
  files: number;
  bytes: number;
}

/**
 * Lists the regular files below a build's output, which an untrusted build has written and no longer touches. Links are
 * followed only to places inside the tree; links out of it, devices, pipes, sockets, other people's files reached by hard
 * link, other file systems and more or larger files than `limits` allow are refused (throws `TreeRefusal`). `.git` folders and
 * links to nowhere inside the tree are left out.
 */
export async function listTree(directory: string, limits: TreeLimits = treeLimits): Promise<TreeFile[]> {
  const found = await lstat(directory);
  if (!found.isDirectory()) {
    throw new TreeRefusal("not_a_directory", "", "The output is not a directory.");
  }
  const root = await realpath(directory);
  const walk: Walk = { root, owner: found.uid, device: found.dev, limits, entries: 0, files: 0, bytes: 0 };
  const files: TreeFile[] = [];
  for await (const file of walkDirectory(walk, root, "", [found.ino])) files.push(file);
  return files;
}

async function* walkDirectory(
  walk: Walk,
  folder: string,
  path: string,
  ancestors: number[],
): AsyncGenerator<TreeFile> {
  if (ancestors.length > walk.limits.depth) {
    throw new TreeRefusal("too_many", path, `The output has folders more than ${walk.limits.depth} deep.`);
  }
  for (const name of await listNames(walk, folder, path)) {
    const text = name.toString("utf8");
    const here = path === "" ? text : `${path}/${text}`;
    checkName(name, here, walk.limits);
    if (text === ".git") continue;
    const found = await follow(walk, join(folder, text), here);
    if (found === null) continue;
    if (found.stats.isDirectory()) {
      // A link to a folder it lies in would never end.
      if (ancestors.includes(found.stats.ino)) continue;
      yield* walkDirectory(walk, found.source, here, [...ancestors, found.stats.ino]);
    } else {
      yield count(walk, here, found);
    }
  }
}

/**
 * The names in a folder, in order. They are counted while they are read: a folder may hold millions, and folders that link to each
 * other multiply without a single file.
 */
async function listNames(walk: Walk, folder: string, path: string): Promise<Buffer[]> {
  const names: Buffer[] = [];
  // Latin-1 keeps every byte of a name that is no UTF-8.
  for await (const { name } of await opendir(folder, { encoding: "latin1", bufferSize: 512 })) {
    walk.entries += 1;
    if (walk.entries > walk.limits.entries) {
      throw new TreeRefusal(
        "too_many",
        path,
        `The output has more than ${walk.limits.entries} files, folders and links.`,
      );
    }
    names.push(Buffer.from(name, "latin1"));
  }
  return names.sort(Buffer.compare);
}

interface Found {
  readonly source: string;
  readonly stats: Stats;
}

/** What a name stands for: itself, or what its link leads to inside the tree; null for a link to nothing. */
async function follow(walk: Walk, source: string, path: string): Promise<Found | null> {
  const stats = await lstat(source);
  if (!stats.isSymbolicLink()) return { source, stats };
  const target = await realpath(source).catch(() => null);
  if (target === null) {
    if (isInside(walk.root, resolve(dirname(source), await readlink(source)))) return null;
    throw leaves(path);
  }
  if (!isInside(walk.root, target)) throw leaves(path);
  if (relative(walk.root, target).split(sep).includes(".git")) return null;
  return { source: target, stats: await stat(target) };
}

function count(walk: Walk, path: string, { source, stats }: Found): TreeFile {
  checkFile(walk, path, stats, stats.isFile());
  walk.files += 1;
  walk.bytes += stats.size;
  if (walk.files > walk.limits.files) {
    throw new TreeRefusal("too_many", path, `The output has more than ${walk.limits.files} files.`);
  }
  if (walk.bytes > walk.limits.totalBytes) {
    throw new TreeRefusal(
      "too_large",
      path,
      `The output is larger than ${megabytes(walk.limits.totalBytes)} MB.`,
    );
  }
  return { path, source, size: stats.size, device: stats.dev, inode: stats.ino };
}

const leaves = (path: string): TreeRefusal =>
  new TreeRefusal("leaves_tree", path, `${JSON.stringify(path)} is a link that leaves the output.`);

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !way.startsWith(sep);
}

/** A file of a tree while it is being read. */
export interface OpenFile extends Disposable {
  /** All of it. Throws a `TreeRefusal` when it is no longer as long as it was. */
  bytes(): Buffer;
  /** All of it in pieces, from the start, as often as asked for. */
  stream(): Readable;
}

/**
 * Opens a file found by `listTree`; refuses when its name has come to stand for another file meanwhile. Does not wait its turn
 * in the thread pool: for ten thousand pages that would cost more than the reading.
 */
export function openTreeFile(file: TreeFile): OpenFile {
  const descriptor = openSync(file.source, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const close = () => closeSync(descriptor);
  const stats = fstatSync(descriptor);
  if (!stats.isFile() || stats.dev !== file.device || stats.ino !== file.inode || stats.size !== file.size) {
    close();
    throw changed(file);
  }
  return {
    bytes: () => {
      const bytes = readFileSync(descriptor);
      if (bytes.length !== file.size) throw changed(file);
      return bytes;
    },
    stream: () => createReadStream("", { fd: descriptor, start: 0, autoClose: false }),
    [Symbol.dispose]: close,
  };
}

export const changed = (file: TreeFile): TreeRefusal =>
  new TreeRefusal("changed", file.path, `${JSON.stringify(file.path)} changed while it was being published.`);
