/**
 * The API's speed in one run on one cluster: the list of ten projects and one project against a Next app whose only route is
 * empty, a page far into 20,000 builds against the first, and the statements of each GET with 1, 10 and 100 rows in its page.
 * Needs wrk.
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { send } from "../scripts/api-client.ts";
import { seedApi } from "./api-seed.ts";
import { eventually, startCluster } from "./cluster.ts";
import { firstProcessor, keepOn, lastProcessor, withChildren } from "./process-use.ts";
import { judge, median, printTable } from "./report.ts";
import { readShape } from "./shape.ts";
import type { Counted } from "./statements.ts";

const { rounds, ...shape } = readShape({ rounds: 3 });
const cluster = await startCluster({ ...shape, workers: 0 });
const [port = 0] = cluster.ports;
const empty = await startEmptyApp(join(cluster.directory, "empty"), port + 1);
try {
  const bars = [];
  const { lists, details, lengthen } = await seedApi(cluster);

  const targets = [
    { name: "empty route", url: `http://127.0.0.1:${port + 1}/empty` },
    { name: "GET /projects/ (10)", url: `http://127.0.0.1:${port}/api/v3/projects/` },
    { name: "GET /projects/<p>/", url: `http://127.0.0.1:${port}/api/v3/projects/bench-1/` },
  ];
  const rates = new Map<string, number[]>(targets.map(({ name }) => [name, []]));
  const rows: (string | number)[][] = [["round", "target", "requests/s", "p99"]];
  // Where the kernel moves them about, PostgreSQL wakes up where the web process runs, and both wait for each other.
  keepOn(firstProcessor, [cluster.webPid(), empty.pid ?? 0].flatMap(withChildren));
  keepOn(lastProcessor, withChildren(cluster.databasePid()));
  for (const { url } of targets) load(url, 8);
  for (let round = 1; round <= rounds; round++) {
    for (const { name, url } of targets) {
      const { rate, p99 } = load(url, 5);
      rates.get(name)?.push(rate);
      rows.push([round, name, Math.round(rate), p99]);
    }
  }
  printTable(rows);
  for (const { name } of targets.slice(1)) {
    const ratio = median(rates.get(name) ?? []) / median(rates.get("empty route") ?? []);
    bars.push({ what: `${name} / empty route`, measured: ratio.toFixed(2), bar: "≥ 0.4", met: ratio >= 0.4 });
  }

  const page = (offset: number) => `/projects/bench-1/builds/?limit=10&offset=${offset}`;
  const times: { first: number[]; far: number[] } = { first: [], far: [] };
  for (let n = 0; n < 60; n++) {
    times.first.push(await timed(page(0)));
    times.far.push(await timed(page(10_000)));
  }
  const slower = median(times.far) / median(times.first);
  const milliseconds = `${median(times.first).toFixed(1)} ms → ${median(times.far).toFixed(1)} ms`;
  bars.push({
    what: `offset 10,000 of 20,000 builds / first page (${milliseconds})`,
    measured: slower.toFixed(2),
    bar: "≤ 3",
    met: slower <= 3,
  });

  await lengthen();
  console.log();
  const sizes = [1, 10, 100];
  const all = await countStatements([
    ...lists.flatMap((path) => sizes.map((size) => `${path}${path.includes("?") ? "&" : "?"}limit=${size}`)),
    ...details,
  ]);
  const table: (string | number)[][] = [
    ["GET", ...sizes.map((size) => `${size} rows`), "rows at 100", "constant"],
  ];
  for (const [index, path] of lists.entries()) {
    const found = all.slice(index * sizes.length, (index + 1) * sizes.length);
    const counts = found.map(({ statements }) => statements);
    const constant = new Set(counts).size === 1;
    const status = found.at(-1)?.status ?? 0;
    table.push([
      path,
      ...counts,
      status === 200 ? (found.at(-1)?.rows ?? 0) : `status ${status}`,
      constant ? "yes" : "NO",
    ]);
    bars.push({
      what: `statements of ${path}`,
      measured: counts.join(", "),
      bar: "constant",
      met: constant && status === 200,
    });
  }
  for (const { path, statements, status } of all.slice(lists.length * sizes.length)) {
    table.push([path, statements, "", "", status === 200 ? "detail" : `status ${status}`, ""]);
    bars.push({ what: `status of ${path}`, measured: String(status), bar: "200", met: status === 200 });
  }
  printTable(table);
  judge(bars.filter(({ what, met }) => !met || !/^(statements|status) of/.test(what)));
} finally {
  empty.kill("SIGKILL");
  await cluster.stop();
}

/** 16 connections for some seconds, from the last processor, with the owner's token; throws when any answer is not 200. */
function load(url: string, seconds: number): { rate: number; p99: string } {
  const token = `Authorization: Token ${cluster.token}`;
  const printed = execFileSync(
    "taskset",
    ["-c", String(lastProcessor), "wrk", "-t1", "-c16", `-d${seconds}s`, "--latency", "-H", token, url],
    { encoding: "utf8" },
  );
  if (/Non-2xx|Socket errors/.test(printed)) throw new Error(`${url} did not answer well:\n${printed}`);
  return {
    rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(printed)?.[1]),
    p99: /99%\s+(\S+)/.exec(printed)?.[1] ?? "?",
  };
}

async function timed(path: string): Promise<number> {
  const started = performance.now();
  const { status } = await send({ port, path: `/api/v3${path}`, token: cluster.token });
  if (status !== 200) throw new Error(`${path} answered ${status}.`);
  return performance.now() - started;
}

/** A Next app of the same version with one route that answers `{}`, built and served like ours. */
async function startEmptyApp(folder: string, emptyPort: number) {
  mkdirSync(join(folder, "app", "empty"), { recursive: true });
  const files = {
    "package.json": '{ "type": "module", "private": true }',
    "next.config.mjs": 'export default { poweredByHeader: false, turbopack: { root: "/" } };',
    "app/empty/route.js":
      'export const dynamic = "force-dynamic";\nexport const GET = () => Response.json({});\n',
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  const environment = { ...process.env, NODE_ENV: "production" as const };
  execFileSync(process.execPath, [resolve("node_modules/next/dist/bin/next"), "build"], {
    cwd: folder,
    env: environment,
  });
  const script = resolve("bench/empty-route.ts");
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", script, folder, String(emptyPort)],
    {
      stdio: "inherit",
      env: environment,
    },
  );
  await eventually(
    "An answer of the empty route",
    async () => ((await send({ port: emptyPort, path: "/empty" })).status === 200 ? true : null),
    30_000,
  );
  return child;
}

async function countStatements(paths: string[]): Promise<Counted[]> {
  const printed = execFileSync(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "bench/statements.ts"],
    {
      input: JSON.stringify(paths),
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
      env: {
        ...process.env,
        NODE_ENV: "production",
        LOG_LEVEL: "error",
        DATABASE_URL: cluster.databaseUrl(),
        DATA_DIR: cluster.directory,
        API_RATE_TOKEN: "1000000",
        LECTERN_TOKEN: cluster.token,
      },
    },
  );
  return JSON.parse(printed) as Counted[];
}
