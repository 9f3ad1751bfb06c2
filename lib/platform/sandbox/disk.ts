import { execFile } from "node:child_process";
import { childEnvironment, systemPath } from "#lib/platform/sandbox/tools.ts";

const program = "du";
/** What a file counts at least, in MiB: an empty one takes no block, but file systems have only so many places for files. */
const leastMb = 4 / 1024;

/** Space that everything below a folder takes on disk, in MiB; one file system, links not followed. */
export async function diskUseMb(folder: string): Promise<number> {
  const [megabytes, files] = await Promise.all([
    measure(folder, "--block-size=1M"),
    measure(folder, "--inodes"),
  ]);
  return Math.max(megabytes, Math.floor(files * leastMb));
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
