import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { db } from "#lib/platform/db/client.ts";
import { env } from "#lib/platform/env.ts";
import { changeSite } from "#test/factories/sites.ts";
import { buildProject } from "#test/factories/tenants.ts";

let requests = 0;
const network = createServer((_, response) => {
  requests += 1;
  // The first one is lost.
  response.writeHead(requests === 1 ? 500 : 200).end();
});
network.listen(0, "127.0.0.1");
await once(network, "listening");

const settings = {
  CDN_DRIVER: "http",
  CDN_URL: `http://127.0.0.1:${(network.address() as AddressInfo).port}/`,
} as const;
const worker = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "worker/main.ts"], {
  env: { ...process.env, ...settings, INTERNAL_HOSTS: "127.0.0.1", LOG_LEVEL: "silent" },
  stdio: ["ignore", "ignore", "inherit"],
});
afterAll(async () => {
  const ended = once(worker, "exit");
  worker.kill("SIGKILL");
  await ended;
  network.close();
});

test("a worker tells a content delivery network of a change by itself, until it was heard and every process has", async () => {
  Object.assign(env, settings);
  const project = await buildProject();
  await changeSite(project.id, async () => undefined);
  const request = () => db.purgeRequest.findFirstOrThrow({ where: { projectId: project.id } });
  await expect.poll(async () => (await request()).state, { timeout: 40_000, interval: 100 }).toBe("done");
  expect((await request()).attempts).toBe(requests);
  expect(requests).toBeGreaterThanOrEqual(2);
});
