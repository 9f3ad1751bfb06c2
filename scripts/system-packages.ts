import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { missingTools, type SystemTool } from "#lib/platform/sandbox/tools.ts";

/**
 * Makes sure the named system packages are there. As root on a Debian-like system the missing ones are announced and
 * installed; elsewhere each is named in one sentence with the command. Returns the ones still missing.
 */
export function provideSystemPackages(names: SystemTool["name"][]): SystemTool[] {
  const missing = missingTools(names);
  if (missing.length === 0) return [];
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    for (const tool of missing) console.log(`Installing ${tool.name} because ${tool.why}`);
    install(missing.map((tool) => tool.name));
  }
  const still = missingTools(names);
  for (const tool of still) console.error(`${tool.why} Install it with: sudo ${tool.install}`);
  return still;
}

function install(names: string[]): void {
  const run = (...args: string[]) =>
    spawnSync("apt-get", args, {
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      stdio: ["ignore", "ignore", "inherit"],
    }).status === 0;
  const attempt = () => run("install", "-y", "-qq", "--no-install-recommends", ...names);
  if (!attempt() && run("update", "-qq")) attempt();
}
