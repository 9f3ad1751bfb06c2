import { type ChildProcess, spawn } from "node:child_process";
import { chmod, lstat, mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { embeddedUrl, startEmbedded } from "#lib/platform/db/embedded.ts";

let folder = "";
let children: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(inject("runFolder"), "embedded-"));
  await chmod(folder, 0o755);
});

afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  children = [];
  const pid = await postmaster().catch(() => 0);
  if (pid && running(pid)) process.kill(pid, "SIGQUIT");
  await rm(folder, { recursive: true, force: true });
});

async function query<T extends object>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

const postmaster = async () =>
  Number.parseInt(await readFile(join(folder, "postgres/data/postmaster.pid"), "utf8"), 10);

function running(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Waits a moment: the number of a process that ended is in use until somebody collects it. */
const ended = async (pid: number) => {
  for (let n = 0; n < 400 && running(pid); n += 1) await delay(50);
  return !running(pid);
};

/** Another process that starts the server and then waits to be killed. Resolves when its server is up. */
async function startElsewhere(): Promise<ChildProcess> {
  const program = `import { startEmbedded } from "#lib/platform/db/embedded.ts";
    await startEmbedded(process.argv[1]); console.log("up"); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program, folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  await new Promise<void>((resolve, reject) => {
    child.stdout?.once("data", () => resolve());
    child.once("exit", (code) => reject(new Error(`ended with ${code}`)));
  });
  return child;
}

const kill = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });

test("starts, keeps what was written over a stop, and leaves nothing running", async () => {
  const first = await startEmbedded(folder);
  await query(first.url, "create table kept as select 1 as n");
  const pid = await postmaster();
  await first.stop();
  expect(await ended(pid)).toBe(true);
  const second = await startEmbedded(folder);
  expect(second.url).toBe(first.url);
  expect(embeddedUrl(folder)).toBe(first.url);
  expect(await query(second.url, "select n from kept")).toEqual([{ n: 1 }]);
  await second.stop();
});

test("listens on a private unix socket only and asks for the password", async () => {
  const server = await startEmbedded(folder);
  try {
    expect(await query(server.url, "show listen_addresses")).toEqual([{ listen_addresses: "" }]);
    expect(await query(server.url, "show fsync")).toEqual([{ fsync: "on" }]);
    for (const name of ["", "run", "data"]) {
      expect((await stat(join(folder, "postgres", name))).mode & 0o077, name).toBe(0);
    }
    const wrong = server.url.replace(/:[0-9a-f]+@/, ":wrong@");
    await expect(query(wrong, "select 1")).rejects.toThrow("password authentication failed");
  } finally {
    await server.stop();
  }
});

test("says what to do where no server was ever started", () => {
  expect(() => embeddedUrl(folder)).toThrow("run npm start once, or set DATABASE_URL");
});

test("joins the server a killed process left running, and stops it", async () => {
  const child = await startElsewhere();
  const pid = await postmaster();
  await query(embeddedUrl(folder), "create table kept as select 2 as n");
  await kill(child);
  expect(running(pid)).toBe(true);
  const server = await startEmbedded(folder);
  expect(await postmaster()).toBe(pid);
  expect(await query(server.url, "select n from kept")).toEqual([{ n: 2 }]);
  await server.stop();
  expect(await ended(pid)).toBe(true);
});

test("recovers when server and starter are killed together in the middle of writing", async () => {
  for (let round = 0; round < 3; round += 1) {
    const child = await startElsewhere();
    const url = embeddedUrl(folder);
    await query(url, "create table if not exists kept (n int)");
    await query(url, `insert into kept values (${round})`);
    const writing = query(
      url,
      "insert into kept select 100 from generate_series(1, 20000); select pg_sleep(60)",
    ).catch(() => null);
    await delay(100);
    const pid = await postmaster();
    process.kill(pid, "SIGKILL");
    await kill(child);
    await writing;
    const server = await startEmbedded(folder);
    expect(await query(server.url, "select n from kept order by n")).toEqual(
      Array.from({ length: round + 1 }, (_, n) => ({ n })),
    );
    await server.stop();
  }
});

test("is not fooled by a pid file whose number belongs to a stranger", async () => {
  const server = await startEmbedded(folder);
  const file = join(folder, "postgres/data/postmaster.pid");
  const text = await readFile(file, "utf8");
  await server.stop();
  const stranger = spawn("sleep", ["60"]);
  children.push(stranger);
  await writeFile(file, text.replace(/^\d+/, String(stranger.pid)));
  const again = await startEmbedded(folder);
  expect(await query(again.url, "select 1 as n")).toEqual([{ n: 1 }]);
  await again.stop();
  expect(running(stranger.pid!)).toBe(true);
});

test("several starts at once share one server, and the last to let go stops it", async () => {
  const servers = await Promise.all([startEmbedded(folder), startEmbedded(folder), startEmbedded(folder)]);
  const child = await startElsewhere();
  const pid = await postmaster();
  for (const server of servers) await server.stop();
  expect(await query(embeddedUrl(folder), "select 1 as n")).toEqual([{ n: 1 }]);
  await kill(child);
  const last = await startEmbedded(folder);
  expect(await postmaster()).toBe(pid);
  await last.stop();
  expect(await ended(pid)).toBe(true);
});

test("works below a path too long for a socket", async () => {
  const deep = join(folder, "d".repeat(60), "e".repeat(60));
  const server = await startEmbedded(deep);
  const socket = new URL(server.url).searchParams.get("host") ?? "";
  expect(socket.startsWith(tmpdir())).toBe(true);
  expect((await stat(socket)).mode & 0o077).toBe(0);
  expect(await query(server.url, "select 1 as n")).toEqual([{ n: 1 }]);
  await server.stop();
  await rm(socket, { recursive: true });
});

test("works below a folder closed to everybody else", async () => {
  const closed = join(folder, "closed");
  await mkdir(closed, { mode: 0o700 });
  const server = await startEmbedded(closed);
  const home = await realpath(join(closed, "postgres"));
  // Root starts the server as another user, who cannot pass here: the server moves out and leaves a link.
  expect((await lstat(join(closed, "postgres"))).isSymbolicLink()).toBe(process.getuid?.() === 0);
  expect(await query(server.url, "select 1 as n")).toEqual([{ n: 1 }]);
  await server.stop();
  const again = await startEmbedded(closed);
  expect(again.url).toBe(server.url);
  await again.stop();
  await rm(home, { recursive: true });
});
