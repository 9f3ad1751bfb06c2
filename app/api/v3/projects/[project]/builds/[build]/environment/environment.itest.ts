import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { rememberEnvironment } from "#lib/builds/environments/commands.ts";
import { isLeaseLost } from "#lib/builds/log/commands.ts";
import { db } from "#lib/platform/db/client.ts";
import { api } from "#test/api.ts";
import { buildBuild, buildOwnedProject, buildVersion } from "#test/factories/tenants.ts";

const system = { os: "Debian 12", isolation: "bubblewrap", network: "filtered", tools: { python: "3.11.2" } };
const variables = [
  { name: "READTHEDOCS", value: "True", predefined: true },
  { name: "TOKEN", value: null, predefined: false },
];

async function runningBuild() {
  const { owner, project } = await buildOwnedProject();
  const build = await buildBuild(project, await buildVersion(project, { slug: "v1" }));
  const token = randomUUID();
  await db.build.update({
    where: { id: build.id },
    data: { state: "cloning", success: null, leaseToken: token, leaseUntil: new Date(Date.now() + 60_000) },
  });
  const show = () => api(owner).get(`/projects/${project.slug}/builds/${build.id}/environment/`);
  return { held: { buildId: build.id, token }, show };
}

test("a build that has not started has no environment yet", async () => {
  const { show } = await runningBuild();
  const { status, body } = await show();
  expect(status).toBe(200);
  expect(body).toEqual({ system: null, variables: [] });
});

test("the environment is shown as the worker told it last", async () => {
  const { held, show } = await runningBuild();
  await rememberEnvironment(held, { system: { ...system, tools: {} }, variables: [] });
  await rememberEnvironment(held, { system: { ...system, memoryHeldBy: "kernel" }, variables });
  expect((await show()).body).toEqual({ system: { ...system, memory_held_by: "kernel" }, variables });
});

test("a worker that lost the build writes nothing", async () => {
  const { held, show } = await runningBuild();
  const lost = await rememberEnvironment({ ...held, token: randomUUID() }, { system, variables }).catch(
    (error: unknown) => error,
  );
  expect(isLeaseLost(lost)).toBe(true);
  expect((await show()).body.system).toBeNull();
});
