import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** One example as a git repository. */
export type ExampleRepository = { name: string; path: string };

/**
 * Turns every folder of `source` into a git repository below `target`: tag v1.0, then tag v2.0 on `main`, then the branch
 * `next`. What differs lies in `.history/<v1.0|next>/` and is laid over the folder. Repositories that exist are left alone.
 */
export function createExampleRepositories(source: string, target: string): ExampleRepository[] {
  return readdirSync(source, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const path = join(target, name);
      if (!existsSync(join(path, ".git"))) createRepository(join(source, name), path);
      return { name, path };
    });
}

function createRepository(source: string, path: string): void {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  git(path, "init", "--quiet", "--initial-branch=main");
  commit(source, path, "v1.0", "Release 1.0");
  git(path, "tag", "v1.0");
  commit(source, path, null, "Release 2.0");
  git(path, "tag", "v2.0");
  git(path, "checkout", "--quiet", "-b", "next");
  commit(source, path, "next", "Work on what comes next");
  git(path, "checkout", "--quiet", "main");
}

function commit(source: string, path: string, overlay: string | null, message: string): void {
  for (const name of readdirSync(path)) if (name !== ".git") rmSync(join(path, name), { recursive: true });
  const skipped = /[/\\](\.history|node_modules|\.venv)([/\\]|$)/;
  cpSync(source, path, { recursive: true, filter: (from) => !skipped.test(from.slice(source.length)) });
  if (overlay) cpSync(join(source, ".history", overlay), path, { recursive: true });
  git(path, "add", "--all");
  git(path, "commit", "--quiet", "--message", message);
}

function git(path: string, ...args: string[]): void {
  const identity = [
    "-c",
    "user.name=Lectern examples",
    "-c",
    "user.email=examples@localhost",
    "-c",
    "commit.gpgsign=false",
  ];
  const { status, stderr } = spawnSync("git", [...identity, "-C", path, ...args], { encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args.join(" ")} failed in ${path}: ${stderr.trim()}`);
}
