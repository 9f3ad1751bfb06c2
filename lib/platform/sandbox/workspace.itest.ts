import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { env } from "#lib/platform/env.ts";
import { diskUseMb } from "#lib/platform/sandbox/disk.ts";
import { createWorkspace, removeWorkspace } from "#lib/platform/sandbox/workspace.ts";

const deep = `
import os, sys
os.chdir(sys.argv[1])
for level in range(40):
    os.mkdir("d" * 200)
    os.chdir("d" * 200)
`;

const many = `
import os, sys
os.chdir(sys.argv[1])
for number in range(20_000): open(str(number), "w").close()
`;

test("a workspace is removed however deep its folders are", async () => {
  const root = join(env.DATA_DIR, "work", "deep-test");
  const workspace = await createWorkspace(root, { isolation: "none", user: null });
  execFileSync("python3", ["-c", deep, workspace.host.checkout]);
  await removeWorkspace(root);
  expect(existsSync(root)).toBe(false);
});

test("a workspace is removed without a thought to each of its files", async () => {
  const root = join(env.DATA_DIR, "work", "many-files-test");
  const workspace = await createWorkspace(root, { isolation: "none", user: null });
  execFileSync("python3", ["-c", many, workspace.host.checkout]);
  const before = process.memoryUsage().heapUsed;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().heapUsed);
  }, 2);
  await removeWorkspace(root);
  clearInterval(watch);
  expect(existsSync(root)).toBe(false);
  // Node's own way of removing takes 2 KB for each.
  expect(most - before).toBeLessThan(15_000_000);
});

test("files without content take their part of the disk too", async () => {
  const folder = join(env.DATA_DIR, "many-files");
  await mkdir(folder, { recursive: true });
  for (let number = 0; number < 3_000; number += 1) await writeFile(join(folder, `${number}`), "");
  expect(await diskUseMb(folder)).toBeGreaterThanOrEqual(11);
  await rm(folder, { recursive: true });
});
