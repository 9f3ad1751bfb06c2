import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** A package of the operating system that some of Lectern's work needs. */
export type SystemPackage = { name: string; purpose: string; isPresent: () => boolean };

const onPath = (program: string) => () => run("sh", ["-c", `command -v ${program}`]);

export const gitPackage: SystemPackage = {
  name: "git",
  purpose: "cloning repositories",
  isPresent: onPath("git"),
};
export const buildPackages: SystemPackage[] = [
  { name: "bubblewrap", purpose: "the sandbox every build runs in", isPresent: onPath("bwrap") },
  { name: "passt", purpose: "the network of a build", isPresent: onPath("pasta") },
  {
    name: "python3-venv",
    purpose: "documentation built with Python",
    isPresent: () => run("/usr/bin/python3", ["-c", "import venv, ensurepip"]),
  },
];
export const browserPackage: SystemPackage = {
  name: "chromium",
  purpose: "the browser tests",
  isPresent: () => existsSync("/usr/bin/chromium") || onPath("chromium")(),
};

/**
 * Makes sure the given packages are there. As root on a Debian-like system the missing ones are announced and installed;
 * elsewhere each is named in one sentence with the command. Returns the ones still missing.
 */
export function provideSystemPackages(wanted: SystemPackage[]): SystemPackage[] {
  const missing = wanted.filter((item) => !item.isPresent());
  if (missing.length === 0) return [];
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    for (const item of missing) console.log(`Installing ${item.name} because ${item.purpose} needs it.`);
    install(missing.map((item) => item.name));
  }
  const still = missing.filter((item) => !item.isPresent());
  for (const item of still) {
    console.error(
      `The system package ${item.name} is missing; ${item.purpose} needs it: sudo apt-get install ${item.name}`,
    );
  }
  return still;
}

function install(names: string[]): void {
  const options = ["-y", "-qq", "--no-install-recommends"];
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const attempt = () =>
    spawnSync("apt-get", ["install", ...options, ...names], { env, stdio: ["ignore", "ignore", "inherit"] })
      .status === 0;
  if (attempt()) return;
  spawnSync("apt-get", ["update", "-qq"], { env, stdio: ["ignore", "ignore", "inherit"] });
  attempt();
}

function run(program: string, args: string[]): boolean {
  return spawnSync(program, args, { stdio: "ignore" }).status === 0;
}
