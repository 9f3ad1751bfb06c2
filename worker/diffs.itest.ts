import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, expect, test } from "vitest";
import { api } from "#test/api.ts";
import { publishSite, versionOf } from "#test/factories/sites.ts";
import { buildProject, buildVersion } from "#test/factories/tenants.ts";

const worker = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "worker/main.ts"], {
  env: { ...process.env, LOG_LEVEL: "silent" },
  stdio: ["ignore", "ignore", "inherit"],
});
afterAll(async () => {
  const ended = once(worker, "exit");
  worker.kill("SIGKILL");
  await ended;
});

test("a worker reads the pages of what is published by itself, so that a pull request can be compared", async () => {
  const project = await buildProject({ privacyLevel: "public", externalBuildsEnabled: true });
  const preview = await buildVersion(project, { slug: "17", type: "external", pullNumber: 17 });
  const base = await publishSite(project, await versionOf(project, "latest"), {
    "same.html": "<main>same",
    "changed.html": "<main>before",
    "gone.html": "<main>gone",
  });
  const build = await publishSite(project, preview, {
    "same.html": "<main>same",
    "changed.html": "<main>after",
    "new.html": "<main>new",
  });
  const ask = () => api().get(`/projects/${project.slug}/versions/17/diff/`);
  await expect.poll(async () => (await ask()).status, { timeout: 40_000, interval: 100 }).toBe(200);
  expect((await ask()).body).toEqual({
    version: "17",
    build,
    base: { version: "latest", build: base },
    outdated: false,
    added: ["new.html"],
    modified: ["changed.html"],
    deleted: ["gone.html"],
  });
});
