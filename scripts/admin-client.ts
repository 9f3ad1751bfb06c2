import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Calls `scripts/admin.ts` with the given settings on top of this process's, and returns the JSON it prints. */
export function admin(settings: Record<string, string>) {
  return async <T>(...args: string[]): Promise<T> => {
    const { stdout } = await run(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", "scripts/admin.ts", ...args],
      { env: { ...process.env, ...settings } },
    );
    const printed: T = JSON.parse(stdout);
    return printed;
  };
}
