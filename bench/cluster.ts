import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startEmbedded } from "#lib/platform/db/embedded.ts";
import { migrate } from "#lib/platform/db/migrate.ts";
import { admin } from "../scripts/admin-client.ts";
import { type Answer, apiClient, send } from "../scripts/api-client.ts";
import { buildApp } from "../scripts/build-app.ts";
import { type NamedProcess, startProcess, stopProcess } from "../scripts/processes.ts";

/** A Lectern of its own for one measurement: temporary DATA_DIR, free ports, any number of web and worker processes. */
export type Cluster = {
  directory: string;
  databaseUrl: () => string;
  token: string;
  ports: number[];
  api: (web?: number) => ReturnType<typeof apiClient>;
  docs: (slug: string, path: string, web?: number, method?: string) => Promise<Answer>;
  /** What its processes are started with, for one more of a measurement's own. */
  env: () => Record<string, string>;
  webPid: (web?: number) => number;
  /** Of PostgreSQL's first process; all others are its children. */
  databasePid: () => number;
  startDatabase: () => Promise<void>;
  startWeb: (web?: number) => Promise<void>;
  startWorker: (worker?: number) => void;
  /** SIGKILL, no goodbye. The promises resolve when the process is gone. */
  killWeb: (web?: number) => Promise<void>;
  killWorker: (worker?: number) => Promise<void>;
  killDatabase: () => Promise<void>;
  query: <T extends pg.QueryResultRow>(sql: string, values?: unknown[]) => Promise<T[]>;
  stop: () => Promise<void>;
};

/** Starts `webs` web and `workers` worker processes with an owner account, its organization `bench` (business edition) and a write token. */
export async function startCluster(
  shape: { webs?: number; workers?: number; settings?: Record<string, string> } = {},
): Promise<Cluster> {
  const { webs = 1, workers = 1, settings = {} } = shape;
  buildApp(console.log);
  const directory = mkdtempSync(join(tmpdir(), "lectern-bench-"));
  // PostgreSQL runs as a user of its own when root starts it, and has to get in.
  chmodSync(directory, 0o755);
  const ports = await freePorts(webs);
  const [firstPort = 0] = ports;
  const common = {
    DATA_DIR: directory,
    NODE_ENV: "production",
    LECTERN_DEV: "false",
    LOG_LEVEL: "error",
    LOCAL_REPOSITORIES: "allow",
    API_RATE_TOKEN: "1000000",
    DASHBOARD_URL: `http://localhost:${firstPort}`,
    DOCS_DOMAIN: `docs.localhost:${firstPort}`,
    PREVIEW_DOMAIN: `previews.localhost:${firstPort}`,
    ...settings,
  };
  let database = await startEmbedded(directory);
  await migrate(database.url);
  const env = () => ({ ...common, DATABASE_URL: database.url });

  const webProcesses: (NamedProcess | null)[] = ports.map(() => null);
  const workerProcesses: (NamedProcess | null)[] = Array.from({ length: workers }, () => null);
  let token = "";

  const cluster: Cluster = {
    directory,
    databaseUrl: () => database.url,
    get token() {
      return token;
    },
    ports,
    api: (web = 0) => apiClient(ports[web] ?? 0, token),
    docs: (slug, path, web = 0, method = "GET") =>
      send({ port: ports[web] ?? 0, path, method, host: `${slug}.${common.DOCS_DOMAIN}`, timeoutMs: 10_000 }),
    env,
    webPid: (web = 0) => webProcesses[web]?.child.pid ?? 0,
    databasePid: () =>
      Number(readFileSync(join(directory, "postgres", "data", "postmaster.pid"), "utf8").split("\n")[0]),
    startDatabase: async () => {
      database = await startEmbedded(directory);
    },
    startWeb: async (web = 0) => {
      const port = ports[web] ?? 0;
      webProcesses[web] = startProcess(`web ${web}`, "serve/main.ts", { ...env(), PORT: String(port) });
      await answering(port, webProcesses[web].ended);
    },
    startWorker: (worker = 0) => {
      workerProcesses[worker] = startProcess(`worker ${worker}`, "worker/main.ts", env());
    },
    killWeb: (web = 0) => kill(webProcesses[web]),
    killWorker: (worker = 0) => kill(workerProcesses[worker]),
    killDatabase: async () => {
      const pid = cluster.databasePid();
      process.kill(pid, "SIGKILL");
      while (isAlive(pid)) await pause(10);
    },
    query: async <T extends pg.QueryResultRow>(sql: string, values: unknown[] = []) => {
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      try {
        return (await client.query<T>(sql, values)).rows;
      } finally {
        await client.end();
      }
    },
    stop: async () => {
      await Promise.all([...workerProcesses, ...webProcesses].map((one) => one && stopProcess(one, 5_000)));
      await database.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };

  const run = admin(env());
  await run(
    "user",
    "create",
    "--username",
    "bench",
    "--email",
    "bench@example.org",
    "--password",
    "bench-bench-bench",
  );
  if (settings.EDITION !== "community") {
    await run("organization", "create", "--slug", "bench", "--name", "Bench", "--owner", "bench");
  }
  const made = await run<{ token: string }>(
    "token",
    "create",
    "--user",
    "bench",
    "--name",
    "Bench",
    "--scope",
    "write",
  );
  token = made.token;
  for (const web of ports.keys()) await cluster.startWeb(web);
  for (const worker of workerProcesses.keys()) cluster.startWorker(worker);
  return cluster;
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks until `ask` gives something other than null or undefined; throws one sentence after `withinMs`. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | null | undefined>,
  withinMs: number,
  everyMs = 50,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const found = await ask().catch(() => null);
    if (found !== null && found !== undefined) return found;
    if (performance.now() > deadline) throw new Error(`${what} did not happen within ${withinMs / 1000} s.`);
    await pause(everyMs);
  }
}

async function answering(port: number, ended: Promise<string>): Promise<void> {
  const early = ended.then((sentence) => {
    throw new Error(sentence);
  });
  early.catch(() => undefined);
  const up = eventually(
    `An answer on port ${port}`,
    async () =>
      (await send({ port, path: "/api/v3/openapi.json", timeoutMs: 5_000 })).status === 200 ? true : null,
    60_000,
  );
  await Promise.race([up, early]);
}

async function kill(one: NamedProcess | null | undefined): Promise<void> {
  if (!one || one.child.exitCode !== null || one.child.signalCode !== null) return;
  one.child.kill("SIGKILL");
  await one.ended;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve, reject) => {
          const server = createServer();
          server.once("error", reject);
          server.listen(0, "127.0.0.1", () => resolve(server));
        }),
    ),
  );
  return Promise.all(
    servers.map((server) => {
      const address = server.address();
      const port = typeof address === "object" && address ? address.port : 0;
      return new Promise<number>((resolve) => server.close(() => resolve(port)));
    }),
  );
}
