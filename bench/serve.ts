/**
 * A 27 kB page from a docs host, public and private with a member's and with a share's cookie, against the same file from nginx with
 * one worker, as ratios, so that the machine's own speed drops out; then once more among a thousand projects with shares of their
 * own, with what they take in memory and how long the first page of each takes. Needs nginx, wrk and two processors. `--rounds=` and `--seconds=` make it longer.
 */
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { pause, startCluster } from "./cluster.ts";
import {
  docsClient,
  inParallel,
  type Measured,
  measure,
  onFirstProcessor,
  quantile,
  type Wanted,
} from "./docs-load.ts";
import { enter, pagePath, pageText, publishPage } from "./docs-pages.ts";
import { openShare } from "./docs-share.ts";
import { cpuSeconds, memoryOf, withChildren } from "./process-use.ts";
import { atLeast, atMost, judge, median, printTable } from "./report.ts";
import { seedTenants, tenantHost, tenants } from "./tenants.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "5" },
    walk: { type: "string", default: "30" },
  },
});
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
/** How long the versions of all projects are read, all over the place, in milliseconds. */
const walkMs = Number(values.walk) * 1_000;
const connections = 16;

type Target = Wanted & { name: string; pid: number };

const cluster = await startCluster();
const [port = 0] = cluster.ports;
const nginx = startNginx(join(cluster.directory, "nginx"), port + 1);
const client = docsClient(connections);
try {
  const [publicHost, privateHost] = [
    await publishPage(cluster, "public"),
    await publishPage(cluster, "private"),
  ];
  const own = { port, path: pagePath, pid: cluster.webPid() };
  const nginxPage = { name: "nginx", port: port + 1, host: "localhost", path: pagePath, pid: nginx.pid ?? 0 };
  const publicPage = { name: "public page", host: publicHost, ...own };
  const cookie = await enter(cluster, privateHost);
  const privatePage = { name: "private page, a member", host: privateHost, cookie, ...own };
  const shareCookie = await openLink(privateHost);
  const sharedPage = { name: "private page, a share", host: privateHost, cookie: shareCookie, ...own };

  for (const target of [nginxPage, publicPage, privatePage, sharedPage]) measure(target, 2);
  const alone = await compare(nginxPage, publicPage, privatePage, sharedPage);
  const memoryBefore = memoryOf(own.pid).now;

  console.log(
    `\nmaking ${tenants.projects} projects with ${tenants.versions} versions of ${tenants.files} files`,
  );
  await seedTenants(cluster, pageText);
  const firsts = await openAll();
  const walked = await walk();
  measure(sharedPage, 2);
  const crowded = await compare(
    { ...nginxPage, name: "nginx, once more" },
    { ...sharedPage, name: "a share among all projects" },
  );
  const memory = memoryOf(own.pid);

  console.log();
  printTable([
    ["target", "requests/s", "p99 ms", "µs of processor per request"],
    ...[...alone, ...crowded].map(({ name, rate, p99, micros }) => [
      name,
      rate.toFixed(0),
      p99.toFixed(2),
      micros.toFixed(0),
    ]),
  ]);
  console.log(
    `\nmemory of the web process: ${memoryBefore.toFixed(0)} MB before, ${memory.now.toFixed(0)} MB after, ${memory.most.toFixed(0)} MB at most`,
  );
  console.log(
    `${walked.requests} pages of ${walked.versions} versions read all over the place, ${walked.failed} failed`,
  );
  console.log(
    `first page of a host: median ${median(firsts).toFixed(1)} ms, slowest ${Math.max(...firsts).toFixed(0)} ms\n`,
  );
  const [plain, open, member, share, plainAgain, shareAgain] = [...alone, ...crowded];
  const ratio = (one?: Figures, other?: Figures): number => (one?.rate ?? 0) / (other?.rate ?? 0);
  judge([
    atLeast("public page / nginx, requests per second", ratio(open, plain), 0.6),
    atLeast("private page, a member / nginx, requests per second", ratio(member, plain), 0.6),
    atLeast("private page, a share / nginx, requests per second", ratio(share, plain), 0.6),
    atMost("private page, a share, 99 of 100 within, ms", share?.p99 ?? Number.NaN, 5),
    atLeast(
      "a share among all projects / before, both against nginx",
      ratio(shareAgain, plainAgain) / ratio(share, plain),
      0.9,
    ),
    atMost("first page of a host, 99 of 100 within, ms", quantile(firsts, 0.99), 50),
    atMost("memory of the web process at most, MB", memory.most, 1024),
    atMost("failed requests", walked.failed, 0),
  ]);
} finally {
  client.close();
  nginx.kill("SIGQUIT");
  await cluster.stop();
}

/** What several rounds gave for one target: medians. `micros` is processor time per request. */
type Figures = { name: string; rate: number; p99: number; micros: number };

/** In turns, so that whatever else the machine does meets all of them; the servers on one processor, the client on another. */
async function compare(...targets: Target[]): Promise<Figures[]> {
  const servers = [...new Set(targets.map(({ pid }) => pid))].flatMap(withChildren);
  return onFirstProcessor(servers, () => inTurns(targets));
}

async function inTurns(targets: readonly Target[]): Promise<Figures[]> {
  const all = targets.map((target) => ({ target, gave: [] as (Measured & { cpu: number })[] }));
  for (let round = 1; round <= rounds; round++) {
    for (const { target, gave } of all) {
      const before = cpuSeconds(target.pid);
      const measured = measure(target, seconds);
      gave.push({ ...measured, cpu: cpuSeconds(target.pid) - before });
      console.log(`round ${round}: ${target.name}: ${measured.rate.toFixed(0)}/s`);
      await pause(50);
    }
  }
  return all.map(({ target, gave }) => ({
    name: target.name,
    rate: median(gave.map(({ rate }) => rate)),
    p99: median(gave.map(({ p99 }) => p99)),
    micros: median(gave.map(({ cpu, requests }) => (cpu / requests) * 1e6)),
  }));
}

/** The Cookie header of somebody who has opened a secret link of the private page. */
async function openLink(host: string): Promise<string> {
  const order = { access_type: "token", description: "Bench" };
  return openShare(
    cluster,
    host,
    await cluster.api().post<{ url: string }>("/projects/page-private/sharing/", order),
  );
}

/** The first page of every host, one after the other; how long each took, in milliseconds. */
async function openAll(): Promise<number[]> {
  const took: number[] = [];
  for (let tenant = 1; tenant <= tenants.projects; tenant++) {
    const got = await client.ask({ port, host: tenantHost(cluster, tenant), path: "/en/v1/" });
    if (got.status !== 200) throw new Error(`Tenant ${tenant} answered ${got.status}.`);
    took.push(got.ms);
  }
  return took;
}

/** Pages of versions chosen by chance, more than any cache holds. */
async function walk(): Promise<{ requests: number; versions: number; failed: number }> {
  const until = performance.now() + walkMs;
  const seen = new Set<string>();
  let [requests, failed] = [0, 0];
  const chosen = (most: number): number => 1 + Math.floor(Math.random() * most);
  await inParallel(
    connections,
    () => performance.now() < until,
    async () => {
      const [tenant, version] = [chosen(tenants.projects), chosen(tenants.versions)];
      const wanted = { port, host: tenantHost(cluster, tenant), path: `/en/v${version}/` };
      const status = await client.ask(wanted).then(
        (got) => got.status,
        () => 0,
      );
      requests += 1;
      if (status !== 200) failed += 1;
      seen.add(`${tenant}/${version}`);
    },
  );
  return { requests, versions: seen.size, failed };
}

function startNginx(folder: string, nginxPort: number) {
  const site = join(folder, "site", "en", "latest");
  mkdirSync(site, { recursive: true });
  writeFileSync(join(site, "index.html"), pageText);
  const settings = `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
    ${process.getuid?.() === 0 ? "user root;" : ""} events { worker_connections 512; }
    http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; types { text/html html; }
      open_file_cache max=100; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
      server { listen 127.0.0.1:${nginxPort}; root ${folder}/site; } }`;
  writeFileSync(join(folder, "nginx.conf"), settings);
  const child = spawn("nginx", ["-p", folder, "-c", join(folder, "nginx.conf")], { stdio: "inherit" });
  child.on("error", (error) => console.error(`nginx could not be started: ${error.message}`));
  return child;
}
