import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { claimBuild, endBuild } from "#lib/builds/runs/commands.ts";
import { registerWorker } from "#lib/builds/workers/commands.ts";
import { db } from "#lib/platform/db/client.ts";
import { env } from "#lib/platform/env.ts";
import { queueBuild } from "#test/factories/builds.ts";
import { buildProject } from "#test/factories/tenants.ts";
import { sweepWorkspaces, workspaceRoot } from "#worker/workspaces.ts";

test("the folder of a build stays while it runs and while its caches are being kept", async () => {
  const project = await buildProject();
  await queueBuild(project);
  const held = await claimBuild(await registerWorker(1, {}));
  const root = workspaceRoot(held!);
  const left = async () => {
    await sweepWorkspaces();
    return readdir(join(env.DATA_DIR, "work"));
  };
  await mkdir(`${root}-tools`, { recursive: true });
  await mkdir(workspaceRoot({ ...held!, attempt: held!.attempt + 1 }));
  await mkdir(root);
  expect(await left()).toEqual([`${held!.buildId}-1`, `${held!.buildId}-1-tools`]);

  await endBuild(held!, { kind: "failed", notice: "build:user:time-out", values: { seconds: 1 } });
  expect(await left()).toContain(`${held!.buildId}-1`);

  await db.build.update({
    where: { id: held!.buildId },
    data: { finishedAt: new Date(Date.now() - 20 * 60_000) },
  });
  expect(await left()).toEqual([]);
});
