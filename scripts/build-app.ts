import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Builds the Next app when there is no build or it is older than what it is made of. Exits when that fails. */
export function buildApp(say: (sentence: string) => void): void {
  const stamp = ".next/BUILD_ID";
  if (existsSync(stamp) && statSync(stamp).mtimeMs > newestSource()) return;
  say(
    existsSync(stamp)
      ? "The sources changed since the app was built: building it again."
      : "Building the app.",
  );
  const built = spawnSync("npm", ["run", "-s", "build"], { encoding: "utf8" });
  if (built.status === 0) return;
  console.error(`${built.stdout}${built.stderr}\nThe app could not be built: the reason is printed above.`);
  process.exit(built.status ?? 1);
}

function newestSource(): number {
  const files = ["proxy.ts", "next.config.mjs", "postcss.config.mjs", "package-lock.json"];
  return Math.max(
    ...files.filter((path) => existsSync(path)).map((path) => statSync(path).mtimeMs),
    ...["app", "components", "lib", "serve", "prisma/schema"].map(newestBelow),
  );
}

function newestBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((newest, entry) => Math.max(newest, statSync(join(entry.parentPath, entry.name)).mtimeMs), 0);
}
