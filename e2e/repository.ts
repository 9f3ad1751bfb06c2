import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Runs git in a repository as Ana; returns what it printed. */
export const git = (folder: string, args: readonly string[], input = ""): string =>
  execFileSync("git", ["-c", "user.name=Ana", "-c", "user.email=ana@example.com", "-C", folder, ...args], {
    input,
  }).toString();

/** A git repository on this machine with the given files and build commands. Returns its path. */
export function makeRepository(
  name: string,
  { files, commands }: { files: Record<string, string>; commands: readonly string[] },
): string {
  const parent = mkdtempSync(join(tmpdir(), "lectern-e2e-git-"));
  process.once("exit", () => rmSync(parent, { recursive: true, force: true }));
  const folder = join(parent, name);
  const all = {
    ...files,
    ".readthedocs.yaml": JSON.stringify({ version: 2, build: { os: "ubuntu-24.04", commands } }),
  };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  git(folder, ["init", "--quiet", "--initial-branch=main"]);
  git(folder, ["add", "--all"]);
  git(folder, ["commit", "--quiet", "--message", "Write the handbook"]);
  return folder;
}

const page = (title: string) =>
  `<!doctype html><html lang="en"><title>${title}</title><link rel="icon" href="data:,"><h1>${title}</h1><p>Read me.</p></html>`;

/** Documentation that builds in a moment and says something on the way. */
export const handbook = (name: string): string =>
  makeRepository(name, {
    files: { "docs/index.html": page("Handbook"), "docs/guide.html": page("Guide") },
    commands: [
      "seq -f 'rendering page %g' 1 250",
      "mkdir -p $READTHEDOCS_OUTPUT/html",
      "cp -r docs/. $READTHEDOCS_OUTPUT/html/",
    ],
  });

/** Documentation whose build fails with a message. */
export const brokenHandbook = (name: string): string =>
  makeRepository(name, {
    files: { "docs/index.html": page("Broken") },
    commands: ["echo reading sources", "sh -c 'echo \"Error: chapter 3 is missing\"; exit 3'"],
  });

/** Documentation whose build counts to 60 within six seconds. */
export const slowHandbook = (name: string): string =>
  makeRepository(name, {
    files: { "docs/index.html": page("Slow") },
    commands: [
      "for i in $(seq 1 60); do echo step $i; sleep 0.1; done",
      "mkdir -p $READTHEDOCS_OUTPUT/html",
      "cp -r docs/. $READTHEDOCS_OUTPUT/html/",
    ],
  });
