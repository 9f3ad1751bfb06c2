import { mkdir, mkdtemp, readlink, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { softwareFor } from "#lib/platform/db/postgres-binaries.ts";

const closed = await mkdtemp(join(tmpdir(), "lectern-software-"));
afterAll(() => rm(closed, { recursive: true, force: true }));

test("software below a closed folder is copied whole, with links that stay inside the copy", async () => {
  const installed = join(closed, "installed");
  await mkdir(join(installed, "bin"), { recursive: true });
  await mkdir(join(installed, "lib"));
  for (const program of ["postgres", "initdb", "pg_ctl"])
    await writeFile(join(installed, "bin", program), "");
  await writeFile(join(installed, "lib/libicu.so.60.2"), "");
  await symlink("libicu.so.60.2", join(installed, "lib/libicu.so.60"));

  const stranger = { uid: 4_200_000, gid: 4_200_000 };
  const used = await softwareFor(stranger, join(closed, "home"), installed);

  expect(used).toBe(join(closed, "home/software"));
  expect(await readlink(join(used, "lib/libicu.so.60"))).toBe("libicu.so.60.2");
});
