import { execFile } from "node:child_process";
import { childEnvironment, systemPath } from "#lib/platform/sandbox/tools.ts";

const program = "du";

/** Space that everything below a folder takes on disk, in MiB; one file system, links not followed. */
export function diskUseMb(folder: string): Promise<number> {
  return new Promise((resolve, reject) => {
    execFile(
      program,
      ["--summarize", "--one-file-system", "--block-size=1M", "--", folder],
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
