/** The product as it is started anywhere, with a folder and a port of its own that vanish with it. */
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { admin } from "#scripts/admin-client.ts";
import { buildApp } from "#scripts/build-app.ts";
import { startInstance } from "#scripts/instance.ts";
import { endRequested, startProcess, stopProcess } from "#scripts/processes.ts";
import { fillLarge } from "./large.ts";
import { superuser } from "./superuser.ts";

const dataDir = await mkdtemp(join(tmpdir(), "lectern-e2e-"));
// PostgreSQL runs as a user of its own when root starts it, and has to get in.
await chmod(dataDir, 0o755);
const asked = endRequested();
buildApp(() => undefined);
const port = Number(process.env.PORT ?? 4780);
const settings = {
  PORT: String(port),
  DATA_DIR: dataDir,
  EDITION: "business",
  LOCAL_REPOSITORIES: "allow",
  LOG_LEVEL: "warn",
  // Nobody waits for the builds of other tests; a test has one organization, which waits for its own.
  WORKER_SLOTS: "4",
  CONCURRENT_BUILDS: "1",
  // One address plays all the people.
  API_RATE_ANONYMOUS: "10000",
  API_RATE_SESSION: "10000",
};
const instance = await startInstance({ settings });
/** Next by itself on the next port, on the same data: docs hosts are gated there too. */
const plain = startProcess(
  "next start",
  "node_modules/next/dist/bin/next",
  { ...settings, DATABASE_URL: instance.databaseUrl, NODE_ENV: "production" },
  ["start", "--port", String(port + 1), "--hostname", "127.0.0.1"],
);
await admin({ ...settings, DATABASE_URL: instance.databaseUrl })(
  ...["user", "create", "--username", superuser.username, "--password", superuser.password],
  ...["--email", "operator@example.com", "--superuser"],
);
const [community] = await Promise.all([
  // The other edition, on the port after that.
  startInstance({
    settings: {
      ...settings,
      PORT: String(port + 2),
      DATA_DIR: join(dataDir, "community"),
      EDITION: "community",
    },
  }),
  fillLarge({ port, databaseUrl: instance.databaseUrl }),
]);
process.stdout.write("Ready for the journeys\n");
await Promise.race([asked, instance.ended, plain.ended, community.ended]);
await Promise.all([stopProcess(plain), community.stop()]);
await instance.stop();
await rm(dataDir, { recursive: true, force: true });
