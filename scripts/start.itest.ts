import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";

const dataDir = mkdtempSync(join(tmpdir(), "lectern-start-"));
// PostgreSQL runs as a user of its own when root starts it, and has to get in.
chmodSync(dataDir, 0o755);
const postmaster = join(dataDir, "postgres", "data", "postmaster.pid");
let started: ChildProcess | null = null;

afterEach(() => {
  started?.kill("SIGKILL");
  rmSync(dataDir, { recursive: true, force: true });
});

/** `npm start` without npm, on a free port and with the embedded database; resolves when it says that it runs. */
async function start(): Promise<{ child: ChildProcess; port: number; ended: Promise<number | null> }> {
  const port = await freePort();
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "scripts/start.ts"], {
    env: { ...process.env, DATABASE_URL: "", DATA_DIR: dataDir, PORT: String(port), LECTERN_DEV: "false" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  started = child;
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  await new Promise<void>((resolve, reject) => {
    let said = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes("Lectern is running")) resolve();
    });
    void ended.then((code) => reject(new Error(`ended with ${code}: ${said}`)));
  });
  return { child, port, ended };
}

test("runs web, worker and PostgreSQL, stops all of them when asked, and starts again with the same data", async () => {
  for (let round = 0; round < 2; round++) {
    const { child, port, ended } = await start();
    expect((await fetch(`http://127.0.0.1:${port}/api/v3/openapi.json`)).status).toBe(200);
    const children = childrenOf(child.pid ?? 0);
    const server = Number(readFileSync(postmaster, "utf8").split("\n")[0]);
    expect(children.length).toBe(2);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    await expectGone([...children, server]);
    expect(existsSync(postmaster)).toBe(false);
  }
}, 300_000);

test("ends with exit code 1 and takes everything down when one process dies", async () => {
  const { child, ended } = await start();
  const children = childrenOf(child.pid ?? 0);
  const [victim = 0] = children;
  process.kill(victim, "SIGKILL");
  expect(await ended).toBe(1);
  await expectGone(children);
  expect(existsSync(postmaster)).toBe(false);
}, 300_000);

function childrenOf(pid: number): number[] {
  const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" }).trim().split("\n");
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(
      ([, parent, ...args]) => Number(parent) === pid && /(serve|worker)\/main\.ts/.test(args.join(" ")),
    )
    .map(([child]) => Number(child));
}

/** Its own parent reaps a server that detached itself, a moment after it has ended. */
async function expectGone(pids: number[]): Promise<void> {
  for (const pid of pids) await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
