/**
 * A 27 kB page from a docs host, public and private with a member's cookie, against the same file from nginx with one worker:
 * requests per second as a ratio, so that the machine's own speed drops out. Needs nginx and wrk.
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { isFinal } from "../scripts/api-client.ts";
import { eventually, pause, startCluster } from "./cluster.ts";
import { judge, median, printTable } from "./report.ts";
import { commitFiles, configuration } from "./repository.ts";
import { readShape } from "./shape.ts";

const { rounds, ...shape } = readShape({ rounds: 3 });
const page =
  `<!doctype html><title>Page</title>${"<p>Twenty-seven kilobytes of documentation.</p>".repeat(600)}`.slice(
    0,
    27_000,
  );
const cluster = await startCluster(shape);
const [port = 0] = cluster.ports;
const nginx = startNginx(join(cluster.directory, "nginx"), port + 1);
try {
  const targets: Target[] = [
    { name: "nginx", port: port + 1, host: "localhost", cookie: "" },
    { name: "public page", port, host: await publish("public"), cookie: "" },
    { name: "private page", port, host: await publish("private"), cookie: "" },
  ];
  const secret = targets[2];
  if (secret) secret.cookie = await enter(secret.host);

  const rates = new Map<string, number[]>(targets.map(({ name }) => [name, []]));
  const rows: (string | number)[][] = [["round", "target", "requests/s", "p99"]];
  for (const target of targets) measure(target, 2);
  for (let round = 1; round <= rounds; round++) {
    for (const target of targets) {
      const { rate, p99 } = measure(target, 5);
      rates.get(target.name)?.push(rate);
      rows.push([round, target.name, Math.round(rate), p99]);
    }
  }
  printTable(rows);
  const nginxRate = median(rates.get("nginx") ?? []);
  judge(
    ["public page", "private page"].map((name) => {
      const ratio = median(rates.get(name) ?? []) / nginxRate;
      return { what: `${name} / nginx`, measured: ratio.toFixed(2), bar: "≥ 0.6", met: ratio >= 0.6 };
    }),
  );
} finally {
  nginx.kill("SIGQUIT");
  await cluster.stop();
}

type Target = { name: string; port: number; host: string; cookie: string };

/** 16 connections for some seconds; throws when any answer is not the page. */
function measure(target: Target, seconds: number): { rate: number; p99: string } {
  const headers = [
    "-H",
    `Host: ${target.host}`,
    ...(target.cookie ? ["-H", `Cookie: ${target.cookie}`] : []),
  ];
  const url = `http://127.0.0.1:${target.port}/en/latest/index.html`;
  const printed = execFileSync("wrk", ["-t1", "-c16", `-d${seconds}s`, "--latency", ...headers, url], {
    encoding: "utf8",
  });
  if (/Non-2xx|Socket errors/.test(printed))
    throw new Error(`${target.name} did not answer well:\n${printed}`);
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(printed)?.[1]);
  return { rate, p99: /99%\s+(\S+)/.exec(printed)?.[1] ?? "?" };
}

function startNginx(folder: string, nginxPort: number) {
  const site = join(folder, "site", "en", "latest");
  mkdirSync(site, { recursive: true });
  writeFileSync(join(site, "index.html"), page);
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

/** Builds a project whose one page is ours; returns its docs host. */
async function publish(level: "public" | "private"): Promise<string> {
  const name = `page-${level}`;
  const repository = join(cluster.directory, "repositories", name);
  const commands = [
    `mkdir -p "$READTHEDOCS_OUTPUT/html"`,
    `cp page.html "$READTHEDOCS_OUTPUT/html/index.html"`,
  ];
  commitFiles(repository, { ".readthedocs.yaml": configuration(commands), "page.html": page }, "Page");
  const api = cluster.api();
  const origin = { url: repository, type: "git" };
  await api.post("/projects/", { name, organization: "bench", privacy_level: level, repository: origin });
  const build = await eventually(
    `The end of the build of ${name}`,
    async () => {
      const newest = await api.newestBuild(name);
      return newest && isFinal(newest) ? newest : null;
    },
    120_000,
  );
  if (!build.success) throw new Error(`The build of ${name} failed: ${build.error}`);
  return `${name}.docs.localhost:${port}`;
}

/** Logs the owner in as a browser would; returns the Cookie header of the docs host. */
async function enter(host: string): Promise<string> {
  const dashboard = `localhost:${port}`;
  const csrf = await visit(dashboard, "/api/auth/csrf");
  const { csrfToken } = JSON.parse(csrf.body);
  const form = new URLSearchParams({
    csrfToken,
    username: "bench",
    password: "bench-bench-bench",
    json: "true",
  });
  const entered = await visit(dashboard, "/api/auth/callback/credentials", {
    cookie: csrf.cookies,
    form: form.toString(),
  });
  const query = new URLSearchParams({ host, next: "/en/latest/index.html" });
  const minted = await visit(dashboard, `/accounts/docs-login/?${query}`, { cookie: entered.cookies });
  const code = new URL(minted.location);
  const { cookies } = await visit(host, `${code.pathname}${code.search}`);
  await pause(100);
  if (cookies === "") throw new Error("The docs host gave no cookie.");
  return cookies;
}

type Visited = { body: string; cookies: string; location: string };

function visit(host: string, path: string, sent: { cookie?: string; form?: string } = {}): Promise<Visited> {
  return new Promise((resolve, reject) => {
    const read = async (answer: IncomingMessage): Promise<void> => {
      const cookies = (answer.headers["set-cookie"] ?? []).map((one) => one.split(";", 1)[0]).join("; ");
      resolve({ body: await text(answer), cookies, location: answer.headers.location ?? "" });
    };
    const headers = {
      host,
      origin: `http://${host}`,
      ...(sent.cookie ? { cookie: sent.cookie } : {}),
      ...(sent.form ? { "content-type": "application/x-www-form-urlencoded" } : {}),
    };
    request({ host: "127.0.0.1", port, path, method: sent.form ? "POST" : "GET", headers })
      .on("error", reject)
      .on("response", (answer) => void read(answer).catch(reject))
      .end(sent.form);
  });
}
