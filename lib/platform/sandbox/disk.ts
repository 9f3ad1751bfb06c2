import { execFile } from "node:child_process";
import { readdir, stat } from "node:fs/promises";
import { childEnvironment, systemPath } from "#lib/platform/sandbox/tools.ts";

const program = "du";
/**
 * What a file counts at least, in MiB: an empty one takes no block, but file systems have only so many places for files, and
 * millions of them cannot be counted in time. The usual 10 GB are a million files.
 */
const leastMb = 10 / 1024;
/** Open files that are looked at in one measurement. */
const mostOpen = 50_000;

/** Space that everything below a folder takes on disk, in MiB; one file system, links not followed. */
export async function diskUseMb(folder: string): Promise<number> {
  const [megabytes, files] = await Promise.all([
    measure(folder, "--block-size=1M"),
    measure(folder, "--inodes"),
  ]);
  return Math.max(megabytes, Math.floor(files * leastMb));
}

/**
 * Space that files take which processes hold open though they have no name any more, in MiB; only those on the file system of
 * `folder`. No measurement by name finds them.
 */
export async function deletedFilesMb(folder: string, pids: readonly number[]): Promise<number> {
  const { dev } = await stat(folder);
  const sizes = new Map<number, number>();
  let looked = 0;
  for (const pid of pids) {
    const open = await readdir(`/proc/${pid}/fd`).catch(() => []);
    for (const descriptor of open) {
      looked += 1;
      if (looked > mostOpen) break;
      const found = await stat(`/proc/${pid}/fd/${descriptor}`).catch(() => null);
      if (found?.isFile() && found.nlink === 0 && found.dev === dev) sizes.set(found.ino, found.blocks * 512);
    }
  }
  return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0) / 1024 ** 2;
}

function measure(folder: string, unit: string): Promise<number> {
  return new Promise((resolve, reject) => {
    execFile(
      program,
      ["--summarize", "--one-file-system", unit, "--", folder],
      { env: childEnvironment({ PATH: systemPath, LC_ALL: "C" }), maxBuffer: 64 * 1024 * 1024 },
      (error, output) => {
        // Files that vanish under it make `du` complain although it has counted.
        const size = Number.parseInt(output, 10);
        if (Number.isNaN(size)) reject(error ?? new Error("du gave no number"));
        else resolve(size);
      },
    );
  });
}
