/** What a build may publish. Bytes are plain bytes, before compression. */
export interface TreeLimits {
  readonly files: number;
  /** Names the reader comes by: files, folders and links, those of a linked folder again. */
  readonly entries: number;
  readonly totalBytes: number;
  readonly fileBytes: number;
  readonly nameBytes: number;
  readonly pathBytes: number;
  readonly depth: number;
}

export const treeLimits: TreeLimits = {
  files: 100_000,
  entries: 200_000,
  totalBytes: 10 * 1024 ** 3,
  fileBytes: 1024 ** 3,
  nameBytes: 255,
  pathBytes: 1024,
  depth: 64,
};

/**
 * Why a build's output cannot be published. `message` is a sentence for the build's owner; `code` tells the reasons apart.
 * Recognised by `isTreeRefusal`.
 */
export class TreeRefusal extends Error {
  readonly treeRefusal = true;
  readonly code:
    | "not_a_directory"
    | "leaves_tree"
    | "special_file"
    | "foreign_file"
    | "name"
    | "too_many"
    | "too_large"
    | "changed";
  readonly path: string;

  constructor(code: TreeRefusal["code"], path: string, message: string) {
    super(message);
    this.name = "TreeRefusal";
    this.code = code;
    this.path = path;
  }
}

export function isTreeRefusal(error: unknown): error is TreeRefusal {
  return typeof error === "object" && error !== null && "treeRefusal" in error && error.treeRefusal === true;
}

/** Refuses names that cannot be published: not UTF-8, with control characters or a backslash, or too long. */
export function checkName(name: Buffer, path: string, limits: TreeLimits = treeLimits): void {
  const text = name.toString("utf8");
  const shown = JSON.stringify(path.slice(0, 200));
  if (!Buffer.from(text, "utf8").equals(name)) {
    throw new TreeRefusal("name", path, `The name of ${shown} is not valid UTF-8.`);
  }
  // An address with a backslash means something else in a browser than on disk.
  if (/[\p{Cc}\\]/u.test(text) || text === "" || text === "." || text === "..") {
    throw new TreeRefusal("name", path, `The name of ${shown} cannot be part of an address.`);
  }
  if (name.length > limits.nameBytes || Buffer.byteLength(path) > limits.pathBytes) {
    throw new TreeRefusal("name", path, `The name of ${shown} is too long.`);
  }
}

export const megabytes = (bytes: number): number => Math.floor(bytes / 1024 ** 2);

/** Refuses what is no plain file of the tree's owner on the tree's own file system. */
export function checkFile(
  tree: { readonly owner: number; readonly device: number; readonly limits: TreeLimits },
  path: string,
  stats: { readonly dev: number; readonly uid: number; readonly size: number },
  isFile: boolean,
): void {
  const shown = JSON.stringify(path);
  if (!isFile) throw new TreeRefusal("special_file", path, `${shown} is neither a file nor a folder.`);
  // A link can name a file the build could never have opened; its owner gives it away.
  if (stats.dev !== tree.device || stats.uid !== tree.owner) {
    throw new TreeRefusal("foreign_file", path, `${shown} does not belong to the output.`);
  }
  if (stats.size > tree.limits.fileBytes) {
    throw new TreeRefusal(
      "too_large",
      path,
      `${shown} is larger than ${megabytes(tree.limits.fileBytes)} MB.`,
    );
  }
}
