import { existsSync } from "node:fs";
import { lstat, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { env } from "#lib/platform/env.ts";
import { createWorkspace, removeWorkspace, type Workspace } from "#lib/platform/sandbox/workspace.ts";
import { placeVirtualEnvironment } from "#worker/build/python.ts";

const root = join(env.DATA_DIR, "work", "python-test");
const outside = join(env.DATA_DIR, "python-outside");
const template = join(env.DATA_DIR, "python-template");
let workspace: Workspace;

beforeEach(async () => {
  workspace = await createWorkspace(root, { isolation: "none", user: null });
  await mkdir(outside, { recursive: true });
  await writeFile(join(outside, "pyvenv.cfg"), "theirs");
  await mkdir(template, { recursive: true });
  await writeFile(join(template, "pyvenv.cfg"), "ours");
});
afterEach(() => removeWorkspace(root));

test("a link in place of the virtual environment leads nobody out of the workspace", async () => {
  const place = join(workspace.host.home, "venv");
  await symlink(outside, place);
  await placeVirtualEnvironment(template, workspace);
  expect((await lstat(place)).isDirectory()).toBe(true);
  expect(await readdir(outside)).toEqual(["pyvenv.cfg"]);
});

test("a link inside what lies there is not written through", async () => {
  const place = join(workspace.host.home, "venv");
  for (const folder of [place, join(place, "python-template")]) {
    await mkdir(folder, { recursive: true });
    await symlink(join(outside, "pyvenv.cfg"), join(folder, "pyvenv.cfg"));
  }
  await placeVirtualEnvironment(template, workspace);
  expect(await readFile(join(outside, "pyvenv.cfg"), "utf8")).toBe("theirs");
  expect(await readFile(join(place, "pyvenv.cfg"), "utf8")).toBe("ours");
  expect(existsSync(join(place, "python-template"))).toBe(false);
});
