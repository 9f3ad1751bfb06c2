import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { readFileSync, realpathSync } from "node:fs";
import {
  chown,
  link,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { withDatabase } from "#lib/platform/db/database-name.ts";
import {
  type Account,
  exists,
  privateFolder,
  reachable,
  softwareFor,
} from "#lib/platform/db/postgres-binaries.ts";

const run = promisify(execFile);

const PORT = 5432;
const SOCKET = `.s.PGSQL.${PORT}`;
/** sockaddr_un holds 108 bytes, the last one a NUL. */
const SOCKET_PATH_BYTES = 107;
const START_MS = 90_000;
/** Held shared by every process that started or adopted the server; the last one to let go may stop it. */
const HOLDER_LOCK = 5_271_904_134;
/** Where the server lives when its account may not enter DATA_DIR; DATA_DIR/postgres is then a link to it. */
const OUTSIDE_HOME = "/var/lib/lectern";

type Server = { home: string; data: string; sockets: string; account: Account | null; url: string };

/**
 * Starts PostgreSQL below `dataDir`, or joins the one already running there (a live leftover of a killed process, or of
 * another start at the same moment). It listens on a unix socket in a folder only its owner can enter, and nowhere else.
 * `stop` ends it unless another process still holds it. With `durable: false` it trades crash safety for speed (tests).
 * Throws an Error of one sentence and the end of the server's log when it does not come up.
 */
export async function startEmbedded(
  dataDir: string,
  options: { durable?: boolean } = {},
): Promise<{ url: string; stop(): Promise<void> }> {
  const account = process.getuid?.() === 0 ? await serverAccount() : null;
  const home = await prepareHome(dataDir, account);
  const software = await softwareFor(account, home);
  await preparePassword(home, account);
  const server: Server = {
    home,
    data: join(home, "data"),
    sockets: socketFolder(home),
    account,
    url: embeddedUrl(dataDir),
  };
  const program = (name: string, args: string[]) =>
    run(join(software, "bin", name), args, {
      ...(account ?? {}),
      cwd: home,
      // Nothing of ours: a secret in the environment would stay readable for as long as the server runs.
      env: { PATH: "/usr/bin:/bin", LC_ALL: "C", NODE_ENV: "production" },
    });

  await initialise(server, program);
  const holder = await comeUp(server, program, options.durable ?? true);
  return { url: server.url, stop: () => stop(server, holder, program) };
}

/** The address of the server `startEmbedded(dataDir)` runs. Throws when it was never started there. */
export function embeddedUrl(dataDir: string): string {
  try {
    const home = realpathSync(join(resolve(dataDir), "postgres"));
    const password = readFileSync(join(home, "password"), "utf8").trim();
    const host = encodeURIComponent(socketFolder(home));
    return `postgresql://lectern:${password}@localhost:${PORT}/lectern?host=${host}`;
  } catch {
    throw new Error(
      `There is no embedded database in ${dataDir}: run npm start once, or set DATABASE_URL to a server of yours.`,
    );
  }
}

/** PostgreSQL refuses to run as root: root starts it as the user `postgres`, made when missing. */
async function serverAccount(): Promise<Account> {
  const ids = async () => {
    const [uid, gid] = await Promise.all([run("id", ["-u", "postgres"]), run("id", ["-g", "postgres"])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  };
  return ids().catch(async () => {
    await run("useradd", ["--system", "--user-group", "--no-create-home", "postgres"]).catch(() => undefined);
    return ids().catch(() => {
      throw new Error("PostgreSQL does not run as root and no user named postgres could be made: add one.");
    });
  });
}

async function prepareHome(dataDir: string, account: Account | null): Promise<string> {
  const folder = resolve(dataDir);
  await mkdir(folder, { recursive: true });
  const wanted = join(await realpath(folder), "postgres");
  if (!(await exists(wanted))) {
    if (await lstat(wanted).catch(() => null)) await rm(wanted);
    if (!account || (await reachable(folder, account))) {
      await mkdir(wanted, { recursive: true });
    } else {
      const outside = join(OUTSIDE_HOME, randomBytes(8).toString("hex"));
      await mkdir(outside, { recursive: true, mode: 0o711 });
      await symlink(outside, wanted).catch(async () => rm(outside, { recursive: true }));
    }
  }
  const home = await realpath(wanted);
  await privateFolder(home, account);
  if (account && !(await reachable(home, account))) {
    throw new Error(
      `The user postgres may not enter a folder on the way to ${home}: open it, or move DATA_DIR.`,
    );
  }
  return home;
}

async function preparePassword(home: string, account: Account | null): Promise<void> {
  const file = join(home, "password");
  if (await exists(file)) return;
  const draft = draftOf(file);
  await writeFile(draft, randomBytes(24).toString("hex"), { mode: 0o600 });
  if (account) await chown(draft, account.uid, account.gid);
  // Linking fails when another start was first; then its password counts.
  await link(draft, file).catch(() => undefined);
  await rm(draft);
}

/** A name beside `path` nobody else uses; it tells whose it was. */
const draftOf = (path: string): string => `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;

function socketFolder(home: string): string {
  const inside = join(home, "run");
  if (Buffer.byteLength(join(inside, SOCKET)) <= SOCKET_PATH_BYTES) return inside;
  return join(tmpdir(), `lectern-${createHash("sha256").update(home).digest("hex").slice(0, 16)}`);
}

type Program = (name: string, args: string[]) => Promise<unknown>;

/** initdb into a folder of its own, then one rename: killed half-way or run twice at once, `data` is whole or absent. */
async function initialise(server: Server, program: Program): Promise<void> {
  for (const name of await readdir(server.home)) {
    const pid = /^data\.(\d+)\./.exec(name)?.[1];
    if (pid && !alive(Number(pid))) await rm(join(server.home, name), { recursive: true, force: true });
  }
  if (await exists(server.data)) return;
  const draft = draftOf(server.data);
  await program("initdb", [
    `--pgdata=${draft}`,
    "--username=lectern",
    `--pwfile=${join(server.home, "password")}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
  ]);
  await rename(draft, server.data).catch(() => rm(draft, { recursive: true, force: true }));
}

/** Connects, starting the server as often as it takes, and returns the connection that holds it. */
async function comeUp(server: Server, program: Program, durable: boolean): Promise<pg.Client> {
  const deadline = Date.now() + START_MS;
  let unreachableSince = 0;
  for (;;) {
    const answer = await hold(server.url);
    if (answer instanceof pg.Client) return answer;
    if (Date.now() > deadline)
      throw new Error(`The embedded PostgreSQL did not start.\n${await logEnd(server)}`);
    if (answer === "starting") {
      await delay(50);
      continue;
    }
    if (await postmasterLives(server)) {
      // Up, but not on our socket: a second start just before its socket exists, or a leftover with other settings.
      unreachableSince ||= Date.now();
      if (Date.now() - unreachableSince > 15_000)
        await program("pg_ctl", stopArguments(server)).catch(() => undefined);
      await delay(100);
      continue;
    }
    unreachableSince = 0;
    await clearForeignPid(server);
    await configure(server, durable);
    // A failure is seen in the next round: the reason may pass (processes of a killed server still ending).
    await program("pg_ctl", [
      "-D",
      server.data,
      "-l",
      join(server.home, "server.log"),
      "-w",
      "-s",
      "start",
    ]).catch(() => delay(250));
  }
}

async function hold(url: string): Promise<pg.Client | "starting" | "absent"> {
  const client = await connect(withDatabase(url, "postgres"));
  if (!(client instanceof pg.Client)) return client;
  try {
    await client.query("set application_name to 'lectern holder'");
    await client.query("select pg_advisory_lock_shared($1)", [HOLDER_LOCK]);
    const found = await client.query("select 1 from pg_database where datname = 'lectern'");
    if (found.rowCount === 0) {
      await client.query("create database lectern").catch((error: unknown) => {
        if (!alreadyThere(error)) throw error;
      });
    }
    return client;
  } catch {
    // The server went away between the two: the one that stopped it held the lock we waited for.
    await client.end().catch(() => undefined);
    return "starting";
  }
}

async function connect(url: string): Promise<pg.Client | "starting" | "absent"> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    if (!(error instanceof pg.DatabaseError)) return "absent";
    if (error.code === "57P03") return "starting";
    throw new Error(`The embedded PostgreSQL refuses its own password or account: ${error.message}.`);
  }
}

const DUPLICATE_DATABASE = "42P04";
const UNIQUE_VIOLATION = "23505";

/** Two starts at once may both create the database; the catalogue tells the second one in either of two ways. */
function alreadyThere(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    (error.code === DUPLICATE_DATABASE || error.code === UNIQUE_VIOLATION)
  );
}

/** The whole configuration, rewritten at each start because the socket folder follows DATA_DIR. */
async function configure(server: Server, durable: boolean): Promise<void> {
  await privateFolder(server.sockets, server.account);
  const socket = await lstat(server.sockets);
  const owner = server.account?.uid ?? process.getuid?.() ?? socket.uid;
  if (!socket.isDirectory() || socket.uid !== owner) {
    throw new Error(`${server.sockets} belongs to somebody else: remove it, or use a shorter DATA_DIR.`);
  }
  const settings: Record<string, string> = {
    listen_addresses: "",
    port: String(PORT),
    unix_socket_directories: `"${server.sockets}"`,
    unix_socket_permissions: "0700",
    max_connections: "200",
    shared_buffers: "128MB",
    max_wal_size: "512MB",
    random_page_cost: "1.1",
    jit: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    log_line_prefix: "%m [%p] ",
    fsync: durable ? "on" : "off",
    synchronous_commit: durable ? "on" : "off",
    full_page_writes: durable ? "on" : "off",
  };
  const lines = Object.entries(settings).map(([key, value]) => `${key} = '${value.replaceAll("'", "''")}'`);
  const file = join(server.data, "postgresql.conf");
  await writeFile(file, `# Written by Lectern at each start.\n${lines.join("\n")}\n`);
  if (server.account) await chown(file, server.account.uid, server.account.gid);
}

/**
 * A pid file outlives a power cut or a container, and its number may by now belong to a stranger, which PostgreSQL would
 * take for a running server. A number nobody has is left to PostgreSQL. The file is moved before it is judged gone, so
 * that the fresh one of another start at this moment is put back, never lost.
 */
async function clearForeignPid(server: Server): Promise<void> {
  const file = join(server.data, "postmaster.pid");
  const seen = await readFile(file, "utf8").catch(() => "");
  const pid = firstLine(seen);
  if (pid === null || !alive(pid)) return;
  const aside = draftOf(file);
  await rename(file, aside).catch(() => undefined);
  const moved = await readFile(aside, "utf8").catch(() => seen);
  if (moved === seen) await rm(join(server.sockets, `${SOCKET}.lock`), { force: true });
  else await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}

async function postmasterLives(server: Server): Promise<boolean> {
  const pid = firstLine(await readFile(join(server.data, "postmaster.pid"), "utf8").catch(() => ""));
  if (pid === null || !alive(pid)) return false;
  if (process.platform !== "linux") return true;
  return (await readlink(`/proc/${pid}/cwd`).catch(() => "")) === server.data;
}

function firstLine(pidFile: string): number | null {
  const pid = Number.parseInt(pidFile, 10);
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

const stopArguments = (server: Server): string[] => ["-D", server.data, "-m", "fast", "-w", "-s", "stop"];

async function stop(server: Server, holder: pg.Client, program: Program): Promise<void> {
  const mayStop = await holder
    .query("select pg_advisory_unlock_shared($1)", [HOLDER_LOCK])
    .then(() => holder.query<{ last: boolean }>("select pg_try_advisory_lock($1) as last", [HOLDER_LOCK]))
    .then((result) => result.rows[0]?.last ?? false)
    .catch(() => true);
  // Stopped while the lock is held: whoever starts meanwhile waits for it and sees the connection end, not a dying server.
  if (mayStop) await program("pg_ctl", stopArguments(server)).catch(() => undefined);
  await holder.end().catch(() => undefined);
}

async function logEnd(server: Server): Promise<string> {
  const text = await readFile(join(server.home, "server.log"), "utf8").catch(() => "");
  return text.trimEnd().split("\n").slice(-15).join("\n");
}
