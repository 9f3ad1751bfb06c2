import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { childEnvironment, systemPath } from "#lib/platform/sandbox/tools.ts";

const run = promisify(execFile);

/**
 * The packages of the operating system that are not there, in the order given; a package that another provides counts as there.
 * Null on a machine without dpkg, which nobody can ask.
 */
export async function missingPackages(wanted: readonly string[]): Promise<string[] | null> {
  const format = ["db:Status-Status", "Package", "Provides"].map((field) => `\${${field}}`).join("\t");
  const env = childEnvironment({ PATH: systemPath, LC_ALL: "C" });
  const options = { env, maxBuffer: 64 * 1024 * 1024 };
  const listed = await run("dpkg-query", ["--show", `--showformat=${format}\n`], options).catch(() => null);
  if (listed === null) return null;
  const present = installedNames(listed.stdout);
  return wanted.filter((name) => !present.has(name.toLowerCase()));
}

/** Names of what is installed and of all it provides, from lines of status, name and `Provides`. */
export function installedNames(listing: string): Set<string> {
  return new Set(
    listing.split("\n").flatMap((line) => {
      const [status, name = "", provides = ""] = line.split("\t");
      if (status !== "installed") return [];
      return [name, ...provides.split(",").map((one) => one.trim().split(" ")[0] ?? "")];
    }),
  );
}

/** What the operator runs to have them. */
export const installCommand = (packages: readonly string[]): string =>
  `apt-get install --assume-yes -- ${packages.join(" ")}`;
