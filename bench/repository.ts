import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Writes the files and commits them to `main`, making the repository first if needed. Returns the commit. */
export function commitFiles(path: string, files: Record<string, string>, message: string): string {
  mkdirSync(path, { recursive: true });
  if (git(path, "rev-parse", "--git-dir").status !== 0) git(path, "init", "--quiet", "--initial-branch=main");
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), content);
  }
  git(path, "add", "--all");
  git(path, "commit", "--quiet", "--allow-empty", "--message", message);
  return git(path, "rev-parse", "HEAD").stdout.trim();
}

function git(path: string, ...args: string[]) {
  const identity = [
    "-c",
    "user.name=Bench",
    "-c",
    "user.email=bench@localhost",
    "-c",
    "commit.gpgsign=false",
  ];
  return spawnSync("git", [...identity, "-C", path, ...args], { encoding: "utf8" });
}

/** A `.readthedocs.yaml` that runs the given shell lines, one command each. */
export const configuration = (commands: string[]): string =>
  `${JSON.stringify({ version: 2, build: { os: "ubuntu-24.04", commands } }, null, 2)}\n`;
